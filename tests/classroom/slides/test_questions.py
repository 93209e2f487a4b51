"""Every question for a school's own system, word for word as these systems read it."""

import io
import zipfile
from xml.etree import ElementTree as ET

from helpers.classroom.slides import questions
from helpers.exercises.review.polls import Option, Poll
from helpers.notebooks import lessons

ASKED = Poll("01.p1", "x < y?", (Option("A", "1 & 2", False, "Too few."), Option("B", "3", True, "It is.")))
MOODLE = """<quiz>
  <question type="multichoice">
    <name>
      <text>01.p1</text>
    </name>
    <questiontext format="plain_text">
      <text>x &lt; y?</text>
    </questiontext>
    <single>true</single>
    <shuffleanswers>0</shuffleanswers>
    <answer fraction="0" format="plain_text">
      <text>1 &amp; 2</text>
      <feedback format="plain_text">
        <text>Too few.</text>
      </feedback>
    </answer>
    <answer fraction="100" format="plain_text">
      <text>3</text>
      <feedback format="plain_text">
        <text>It is.</text>
      </feedback>
    </answer>
  </question>
</quiz>"""
ITEM = f"""<assessmentItem xmlns="{questions.QTI}" identifier="q01_p1" title="01.p1" adaptive="false" \
timeDependent="false">
  <responseDeclaration identifier="RESPONSE" cardinality="single" baseType="identifier">
    <correctResponse>
      <value>B</value>
    </correctResponse>
  </responseDeclaration>
  <outcomeDeclaration identifier="SCORE" cardinality="single" baseType="float" />
  <itemBody>
    <choiceInteraction responseIdentifier="RESPONSE" shuffle="false" maxChoices="1">
      <prompt>x &lt; y?</prompt>
      <simpleChoice identifier="A">1 &amp; 2</simpleChoice>
      <simpleChoice identifier="B">3</simpleChoice>
    </choiceInteraction>
  </itemBody>
  <responseProcessing template="http://www.imsglobal.org/question/qti_v2p1/rptemplates/match_correct" />
</assessmentItem>"""
MANIFEST = f"""<manifest xmlns="{questions.CONTENT}" identifier="upstream">
  <metadata>
    <schema>QTIv2.1 Package</schema>
    <schemaversion>1.0.0</schemaversion>
  </metadata>
  <organizations />
  <resources>
    <resource identifier="q01_p1" type="imsqti_item_xmlv2p1" href="q01_p1.xml">
      <file href="q01_p1.xml" />
    </resource>
  </resources>
</manifest>"""


def read(document, namespace=""):
    """The document anew, a line for each element."""
    ET.register_namespace("", namespace)
    again = ET.fromstring(document)
    ET.indent(again)
    return ET.tostring(again, "unicode")


def test_moodle_reads_a_question_with_its_answers_their_marks_and_what_is_behind_each():
    assert read(ET.tostring(questions.moodle_quiz([ASKED]))) == MOODLE


def test_qti_lists_every_item_and_each_names_its_answer():
    with zipfile.ZipFile(io.BytesIO(questions.qti_package([ASKED]))) as package:
        assert read(package.read("imsmanifest.xml"), questions.CONTENT) == MANIFEST
        assert read(package.read("q01_p1.xml"), questions.QTI) == ITEM


def test_every_guess_of_every_lesson_is_a_question_with_one_right_answer():
    asked = questions.polls()
    assert len(asked) == sum(len(lesson.predictions) for lesson in lessons())
    assert all([option.right for option in each.options].count(True) == 1 for each in asked)

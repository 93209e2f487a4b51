"""Every question of the lessons for a school's own system: Moodle XML, and QTI 2.1 for the others."""

import io
import zipfile
from xml.etree import ElementTree as ET

from helpers.classroom.page.document import put
from helpers.exercises.review.polls import poll
from helpers.notebooks.lesson import lessons

QTI = "http://www.imsglobal.org/xsd/imsqti_v2p1"
CONTENT = "http://www.imsglobal.org/xsd/imscp_v1p1"
RIGHT_OR_WRONG = "http://www.imsglobal.org/question/qti_v2p1/rptemplates/match_correct"


def polls():
    """Every guess of every lesson as a question with options."""
    return [poll(prediction.id) for lesson in lessons() for prediction in lesson.predictions]


def write(folder):
    """Both files, in the folder; their paths."""
    asked = polls()
    moodle = put(folder / "questions_moodle.xml", ET.tostring(moodle_quiz(asked), "unicode"))
    path = folder / "questions_qti.zip"
    path.write_bytes(qti_package(asked))
    return moodle, path


def moodle_quiz(asked):
    """A quiz as Moodle reads it: each option with its share of the mark, and what is behind it."""
    quiz = ET.Element("quiz")
    for each in asked:
        question = ET.SubElement(quiz, "question", type="multichoice")
        _text(ET.SubElement(question, "name"), each.id)
        _text(ET.SubElement(question, "questiontext", format="plain_text"), each.question)
        ET.SubElement(question, "single").text = "true"
        ET.SubElement(question, "shuffleanswers").text = "0"
        for option in each.options:
            share = "100" if option.right else "0"
            answer = ET.SubElement(question, "answer", fraction=share, format="plain_text")
            ET.SubElement(answer, "text").text = option.text
            _text(ET.SubElement(answer, "feedback", format="plain_text"), option.says)
    return quiz


def _text(element, text):
    ET.SubElement(element, "text").text = text


def qti_package(asked):
    """A content package with an item for each question, as the bytes of a zip."""
    manifest = ET.Element("manifest", xmlns=CONTENT, identifier="upstream")
    metadata = ET.SubElement(manifest, "metadata")
    ET.SubElement(metadata, "schema").text = "QTIv2.1 Package"
    ET.SubElement(metadata, "schemaversion").text = "1.0.0"
    ET.SubElement(manifest, "organizations")
    resources = ET.SubElement(manifest, "resources")
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as package:
        for each in asked:
            name = _name(each)
            about = {"identifier": name, "type": "imsqti_item_xmlv2p1", "href": f"{name}.xml"}
            ET.SubElement(ET.SubElement(resources, "resource", about), "file", href=f"{name}.xml")
            package.writestr(f"{name}.xml", ET.tostring(qti_item(each), "utf-8", xml_declaration=True))
        package.writestr("imsmanifest.xml", ET.tostring(manifest, "utf-8", xml_declaration=True))
    return packed.getvalue()


def qti_item(asked):
    """One question as an assessment item."""
    about = {"identifier": _name(asked), "title": asked.id, "adaptive": "false", "timeDependent": "false"}
    item = ET.Element("assessmentItem", about, xmlns=QTI)
    response = {"identifier": "RESPONSE", "cardinality": "single", "baseType": "identifier"}
    correct = ET.SubElement(ET.SubElement(item, "responseDeclaration", response), "correctResponse")
    ET.SubElement(correct, "value").text = next(option.letter for option in asked.options if option.right)
    ET.SubElement(item, "outcomeDeclaration", identifier="SCORE", cardinality="single", baseType="float")
    body = ET.SubElement(item, "itemBody")
    about = {"responseIdentifier": "RESPONSE", "shuffle": "false", "maxChoices": "1"}
    choices = ET.SubElement(body, "choiceInteraction", about)
    ET.SubElement(choices, "prompt").text = asked.question
    for option in asked.options:
        ET.SubElement(choices, "simpleChoice", identifier=option.letter).text = option.text
    ET.SubElement(item, "responseProcessing", template=RIGHT_OR_WRONG)
    return item


def _name(asked):
    return f"q{asked.id.replace('.', '_')}"

"""Every question for a school's own system: read back, it is what the lessons ask."""

import io
import zipfile
from xml.etree import ElementTree as ET

from helpers.classroom.slides import questions
from helpers.notebooks import lessons

QTI = {"qti": questions.QTI, "pack": questions.CONTENT}


def test_moodle_reads_each_question_with_one_right_answer():
    asked = questions.polls()
    assert len(asked) == sum(len(lesson.predictions) for lesson in lessons())
    quiz = ET.fromstring(ET.tostring(questions.moodle_quiz(asked)))
    for each, question in zip(asked, quiz.iterfind("question"), strict=True):
        assert question.find("questiontext/text").text == each.question
        told = [
            (answer.find("text").text, answer.get("fraction") == "100", answer.find("feedback/text").text)
            for answer in question.iterfind("answer")
        ]
        assert told == [(option.text, option.right, option.says) for option in each.options]
        assert [right for _, right, _ in told].count(True) == 1


def test_qti_lists_every_item_and_each_names_its_answer():
    asked = questions.polls()
    with zipfile.ZipFile(io.BytesIO(questions.qti_package(asked))) as package:
        manifest = ET.fromstring(package.read("imsmanifest.xml"))
        parts = [part.tag.partition("}")[2] for part in manifest]
        assert parts == ["metadata", "organizations", "resources"], "the standard demands all, in this order"
        files = [file.get("href") for file in manifest.iterfind(".//pack:file", QTI)]
        items = [ET.fromstring(package.read(name)) for name in files]
    for each, item in zip(asked, items, strict=True):
        choices = {c.get("identifier"): c.text for c in item.iterfind(".//qti:simpleChoice", QTI)}
        assert choices == {option.letter: option.text for option in each.options}
        right = next(option.letter for option in each.options if option.right)
        assert item.find(".//qti:correctResponse/qti:value", QTI).text == right

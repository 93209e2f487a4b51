"""Training programs with one bug each: tests that cost time, a line to accuse, and a table that fills."""

from .cases import Dots, Exam, Finding, Level, Patient, Shape, Ward
from .widget import Clinic

__all__ = ["Clinic", "Dots", "Exam", "Finding", "Level", "Patient", "Shape", "Ward"]

"""Evaluates JMESPath with the reference implementation: JSON on stdin {documents, questions: [[document, expression]]},
one answer per question on stdout: {"value": ...} or {"problem": "syntax" | "value" | "crash", "message": ...}."""

import json
import math
import sys
import warnings

import jmespath
from jmespath import exceptions

warnings.simplefilter("ignore")


def plain(value):
    """What JSON can hold; NaN, infinity and function references become null, as they do in the app."""
    if isinstance(value, float) and not math.isfinite(value):
        return None
    if isinstance(value, list):
        return [plain(item) for item in value]
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    return value if value is None or isinstance(value, (str, bool, int, float)) else None


def answer(document, expression):
    try:
        return {"value": plain(jmespath.search(expression, document))}
    except (exceptions.LexerError, exceptions.ParseError, exceptions.EmptyExpressionError) as error:
        return {"problem": "syntax", "message": str(error)}
    except exceptions.JMESPathError as error:
        return {"problem": "value", "message": str(error)}
    except Exception as error:  # The reference falls over: a server would answer an error of its own.
        return {"problem": "crash", "message": f"{type(error).__name__}: {error}"}


asked = json.load(sys.stdin)
answers = [answer(asked["documents"][document], expression) for document, expression in asked["questions"]]
json.dump({"version": jmespath.__version__, "answers": answers}, sys.stdout)

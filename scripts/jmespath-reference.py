"""Evaluates JMESPath with the reference implementation: JSON on stdin {documents: [text], questions: [[document,
expression]]}, one answer per question on stdout: {"value": text} or {"problem": "syntax" | "value" | "crash",
"message": ...}. Documents and values are JSON texts, so that the order of keys, 1.0 and large integers stay."""

import json
import re
import sys
import warnings

import jmespath
from jmespath import exceptions

warnings.simplefilter("ignore")


def text(value):
    """JSON as a server sends it: what JSON cannot hold (NaN, infinity, function references) raises."""
    written = json.dumps(value, separators=(",", ":"), ensure_ascii=False, allow_nan=False)
    return re.sub("[\ud800-\udfff]", lambda half: "\\u%04x" % ord(half[0]), written)


def answer(document, expression):
    try:
        return {"value": text(jmespath.search(expression, document))}
    except (exceptions.LexerError, exceptions.ParseError, exceptions.EmptyExpressionError) as error:
        is_arity = isinstance(error, exceptions.ArityError)
        return {"problem": "value" if is_arity else "syntax", "message": str(error)}
    except exceptions.JMESPathError as error:
        return {"problem": "value", "message": str(error)}
    except Exception as error:  # The reference falls over: a server would answer an error of its own.
        return {"problem": "crash", "message": f"{type(error).__name__}: {error}"}


asked = json.load(sys.stdin)
documents = [json.loads(document) for document in asked["documents"]]
answers = [answer(documents[document], expression) for document, expression in asked["questions"]]
json.dump({"version": jmespath.__version__, "answers": answers}, sys.stdout)

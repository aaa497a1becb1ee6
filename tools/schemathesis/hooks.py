"""What JSON Schema cannot say of the interface, told to Schemathesis."""

import schemathesis
from hypothesis import strategies as st

# `filter` is a language of its own. These fit every resource; text that is none is refused with 400, as it should be.
schemathesis.openapi.format(
    "expression",
    st.sampled_from(
        [
            "id > 0",
            "id != 1 && id < 100",
            "id IN (1, 2, 3) || id IS NULL",
            "NOT (id = 2) && (id >= 1 || id <= 0)",
        ]
    ),
)

# The first user is the one that all these requests come from: without its key the rest of the run would meet nothing but 401.
# Requests that would change it go to the third.
OWN_USER, OTHER_USER = 1, 3


@schemathesis.hook
def before_call(context, case, kwargs):
    if case.method == "GET" or not case.path.startswith("/user/{id}"):
        return
    if str(case.path_parameters.get("id")).strip() == str(OWN_USER):
        case.path_parameters["id"] = OTHER_USER


# Which relations an embedded record has in turn is not in the pattern of `embed`. Filters take numbers without an exponent, and a
# number below 0.0001 gets one in Python.
@schemathesis.hook
def map_query(context, query):
    for name, value in (query or {}).items():
        if isinstance(value, float):
            query[name] = round(value, 4)
    embed = (query or {}).get("embed")
    if isinstance(embed, str):
        query["embed"] = ",".join(path.partition(".")[0] for path in embed.split(","))
    elif isinstance(embed, list):
        query["embed"] = [path.partition(".")[0] if isinstance(path, str) else path for path in embed]
    return query


# A repeated name counts with its last value. A list or an object for a number is sent that way, and its last value may be right.
NUMBERS = ("page", "perPage")

# An empty list, null and an empty object are all sent as nothing, which is no mistake; nor are these three where they are empty.
@schemathesis.hook
def filter_query(context, query):
    query = query or {}
    return (
        all(value not in ([], {}, None) for value in query.values())
        and all(query.get(name) != "" for name in ("sort", "fields", "embed"))
        and not any(isinstance(query.get(name), (list, dict)) for name in NUMBERS)
    )


# The filters of fields accept more than the description has: null means no value, and each number is compared with the field.
@schemathesis.hook
def filter_case(context, case):
    if not (case.meta and case.meta.generation.mode.is_negative):
        return True
    filters = [value for name, value in (case.query or {}).items() if name not in NUMBERS]
    return not any(is_null(value) or is_number(value) for value in filters)


def is_null(value):
    if isinstance(value, list):
        return all(is_null(one) for one in value)
    return value is None or value == "null"


def is_number(value):
    try:
        float(value)
        return True
    except (TypeError, ValueError):
        return False

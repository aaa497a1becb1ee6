"""A client of the order service, written from the text of its contract alone: orders from customer to pickup.

It knows the addresses of `ADDRESSES` and no others, which are those that the contract lists. The contract names the commit of a
pickline (its endpoint rule 1) without an address; that address is the only one from elsewhere.

    client.py URL API_KEY < jobs.json

Each job names a kind of order, a customer and the lines. The client prints one JSON object: the orders, and how often it called
which address. It needs Python 3.8 and nothing else.
"""

import base64
import json
import re
import sys
import time
import urllib.error
import urllib.parse
import urllib.request

ADDRESSES = [
    ("GET", "/customer"),
    ("POST", "/customer"),
    ("POST", "/salesorder"),
    ("GET", "/salesorder/{id}"),
    ("GET", "/salesorder/linetype"),
    ("POST", "/salesorder/{id}/line"),
    ("POST", "/salesorder/{id}/discount"),
    ("POST", "/salesorder/{id}/line/{id}/fee"),
    ("POST", "/salesorder/{id}/issue"),
    ("GET", "/discount"),
    ("GET", "/fee"),
    ("GET", "/part"),
    ("GET", "/site"),
    ("GET", "/cartontype"),
    ("GET", "/carrier"),
    ("POST", "/picklinebyorder"),
    ("GET", "/pick/{id}"),
    ("POST", "/pickline/{id}/commit"),
    ("POST", "/packlinebyorder"),
    ("POST", "/pack/{id}/carton"),
    ("POST", "/pack/{id}/moveitem"),
    ("POST", "/pack/{id}/autopack"),
    ("PUT", "/pack/{id}/carton/{id}"),
    ("POST", "/pack/{id}/finish"),
    ("POST", "/shiplinebyorder"),
    ("POST", "/ship/{id}/finish"),
    ("POST", "/pickup"),
]

AVAILABLE = "lines,lines.part.qty_available_for_pick.location"


class Refused(Exception):
    """An answer that is neither 200 nor 201."""

    def __init__(self, call, status, body):
        super().__init__("%s: %s %s" % (call, status, body))
        self.status = status


class Service:
    def __init__(self, url, key):
        self.url = url
        self.authorization = "Basic " + base64.b64encode((key + ":").encode()).decode()
        self.calls = {}

    def call(self, method, path, body=None):
        address = re.sub(r"/\d+", "/{id}", path.partition("?")[0])
        if (method, address) not in ADDRESSES:
            raise AssertionError("The contract lists no %s %s" % (method, address))
        name = method + " " + address
        self.calls[name] = self.calls.get(name, 0) + 1
        request = urllib.request.Request(
            self.url + path,
            method=method,
            data=None if body is None else json.dumps(body).encode(),
            headers={"Authorization": self.authorization, "Content-type": "application/json"},
        )
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                if answer.status not in (200, 201):
                    raise Refused(name, answer.status, "")
                return json.loads(answer.read())
        except urllib.error.HTTPError as error:
            raise Refused(name, error.code, error.read().decode()) from None

    def get(self, path, **query):
        address = path + ("?" + urllib.parse.urlencode(query) if query else "")
        for pause in (1, 2, 4):
            try:
                return self.call("GET", address)
            except Refused as refused:
                # A busy service asks to try again.
                if refused.status != 503:
                    raise
                time.sleep(pause)
        return self.call("GET", address)

    def post(self, path, body=None):
        return self.call("POST", path, body)

    def first(self, path, **query):
        """The first record of a list, which has pages."""
        page = self.get(path, **query)
        if not page["data"]:
            raise AssertionError("%s %s has no record" % (path, query))
        return page["data"][0]


def create_order(service, job):
    """Steps 1 of the contract: a customer, an order, its lines, a discount and a fee."""
    found = service.get("/customer", name=job["customer"])["data"]
    customer = found[0] if found else service.post("/customer", {"type": "Company", "name": job["customer"]})
    order = service.post("/salesorder", {"customer_id": customer["id"]})["id"]
    sale = next(one["id"] for one in rows_of(service.get("/salesorder/linetype")) if one["name"] == "Sale")
    for number, qty in job["lines"]:
        part = service.first("/part", filter='number = "%s"' % number)
        body = {"linetype_id": sale, "part_id": part["id"], "qty": qty, "unit_price": "12.50"}
        line = service.post("/salesorder/%d/line" % order, body)
    discount = service.first("/discount")
    service.post("/salesorder/%d/discount" % order, {"discount_id": discount["id"], "amount": 1})
    fee = service.first("/fee")
    # A line-level amount is per unit.
    service.post("/salesorder/%d/line/%d/fee" % (order, line["id"]), {"fee_id": fee["id"], "amount": 0.5})
    return order


def rows_of(answer):
    return answer["data"] if isinstance(answer, dict) else answer


def issue(service, order):
    """Warnings (428) are shown to the user, who accepts them."""
    try:
        service.post("/salesorder/%d/issue" % order)
    except Refused as refused:
        if refused.status != 428:
            raise
        service.post("/salesorder/%d/issue" % order, {"ignore_warnings": 1})


def pick(service, order, most=None):
    """Commits every line of the order's open pick from the first place that has units; `most` limits the units of a line."""
    picks = service.get("/salesorder/%d" % order, embed="picks")["picks"]
    picks = [one for one in picks if one.get("finished_at") is None]
    made = picks[0] if picks else service.post("/picklinebyorder", {"order_id": [order]})
    parts = []
    for line in service.get("/pick/%d" % made["id"], embed=AVAILABLE)["lines"]:
        place = line["part"]["qty_available_for_pick"][0]
        wanted = line["qty"] if most is None else min(line["qty"], most)
        body = {"location_id": place["location"]["id"], "qty": wanted}
        if place["lot"] is not None:
            body["tracking"] = [{"lot": place["lot"], "qty": wanted}]
        service.post("/pickline/%d/commit" % line["id"], body)
        parts.append((line["part"]["id"], wanted))
    return parts


def pack(service, order, parts, how):
    """Packs into one carton by hand, by autopack, or not at all where the pack starts in a carton."""
    made = service.post("/packlinebyorder", {"order_id": [order]})["id"]
    if how == "autopack":
        service.post("/pack/%d/autopack" % made)
    elif how != "start_in_carton":
        kind = service.first("/cartontype")["id"]
        carton = service.post("/pack/%d/carton" % made, {"cartontype_id": kind})["carton_id"]
        for part, qty in parts:
            body = {"add_carton_id": carton, "order_id": order, "part_id": part}
            body.update({"move_all": 1} if how == "move_all" else {"qty": qty})
            service.post("/pack/%d/moveitem" % made, body)
        carrier = service.first("/carrier", active=1)["id"]
        details = {"tracking_number": "T-%d" % carton, "carrier_id": carrier}
        service.call("PUT", "/pack/%d/carton/%d" % (made, carton), details)
    service.post("/pack/%d/finish" % made)


def ship(service, order):
    made = service.post("/shiplinebyorder", {"order_id": [order]})["id"]
    service.post("/ship/%d/finish" % made)


def pick_up(service, order, site):
    embedded = service.get("/salesorder/%d" % order, embed="pickuplines")["pickuplines"]
    ready = [one["id"] for one in embedded if one.get("pickup_id") is None]
    service.post("/pickup", {"pickupline_ids": ready, "site_id": site})


def fulfill(service, job, site):
    order = create_order(service, job)
    issue(service, order)
    # A partial order is delivered twice: one unit of each line, and then the rest.
    for most in [1, None] if job.get("partial") else [None]:
        parts = pick(service, order, most)
        if job["pack"] is not None:
            pack(service, order, parts, job["pack"])
        if job["ship"]:
            ship(service, order)
        pick_up(service, order, site)
    return order


def main():
    service = Service(sys.argv[1], sys.argv[2])
    site = service.first("/site")["id"]
    orders = [{"kind": job["kind"], "id": fulfill(service, job, site)} for job in json.load(sys.stdin)]
    print(json.dumps({"orders": orders, "calls": service.calls}))


main()

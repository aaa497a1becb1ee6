"""Each kind of record with lines through its life, with the client that openapi-python-client makes: by its typed calls alone.

Prints a line for each kind: its state at the end, and its result. The files of a carton are read, too.
"""
import base64
import os

from conveyor_api import models
from conveyor_api.api.carriers_and_cartons import create_carton_type
from conveyor_api.api.customers import create_customer
from conveyor_api.api.documents import create_document, get_document_pdf
from conveyor_api.api.pack import (
    create_pack_carton,
    create_pack_line_by_order,
    finish_pack,
    get_carton_drawing,
    get_carton_label,
    move_pack_item,
)
from conveyor_api.api.parts import create_part
from conveyor_api.api.pick import commit_pick_line, create_pick_line_by_order
from conveyor_api.api.pickup_and_invoices import create_pickup, get_invoice, undo_pickup
from conveyor_api.api.quotes_and_jobs import convert_quote, create_quote, create_quote_line, get_quote
from conveyor_api.api.receiving_and_counting import (
    approve_count,
    close_receipt,
    create_count,
    create_receipt,
    enter_count,
    get_count,
    get_receipt,
    list_count_lines,
    list_receipts,
    receive_receipt,
)
from conveyor_api.api.returns import (
    authorise_return_order,
    close_return_order,
    create_return_order,
    delete_return_order,
    exchange_return_order,
    get_return_order,
    inspect_return_order,
    list_return_order_lines,
    receive_return_order,
    update_return_order,
)
from conveyor_api.api.running_the_service import verify_records
from conveyor_api.api.sales_orders import (
    cancel_sales_order_line,
    change_sales_order_lines,
    create_sales_order,
    get_sales_order,
    issue_sales_order,
    list_lines_of_sales_order,
    perform_task,
)
from conveyor_api.api.ship import create_ship_line_by_order, finish_ship
from conveyor_api.api.sites_and_sources import create_site, create_source
from conveyor_api.api.stock import create_inventory_adjustment, create_location, list_inventory, list_locations
from conveyor_api.api.transfer_and_use_orders import (
    create_transfer_order,
    create_use_order,
    get_transfer_order,
    get_use_order,
    issue_transfer_order,
    issue_use_order,
)
from conveyor_api.api.users_and_permissions import create_user
from conveyor_api.client import AuthenticatedClient


def client_of(key):
    token = base64.b64encode((key + ':').encode()).decode()
    return AuthenticatedClient(base_url=os.environ['URL'], prefix='Basic', token=token)


administrator = client_of(os.environ['KEY'])


def run(operation, *ids, client=administrator, status=None, **named):
    answer = operation.sync_detailed(*ids, client=client, **named)
    assert answer.status_code < 300 if status is None else answer.status_code == status, answer.content
    return answer.parsed


def refusal(operation, *ids, **named):
    answer = operation.sync_detailed(*ids, client=administrator, **named)
    assert answer.status_code >= 400, answer.content
    return answer.parsed


def report(kind, state, result):
    print(kind, state, f'{result:.2f}')


box = run(
    create_carton_type,
    body=models.CreateCartonTypeBody(name='Kinds', inner_width_mm=600, inner_length_mm=600, inner_depth_mm=600),
)
shelf = run(list_locations, name='Stock').data[0]
source = run(create_source, body=models.CreateSourceBody(name='Web shop of Python'))


def customers():
    """A customer that a shop sends again is the same one, and a refusal names what differs."""

    def body(name):
        known = models.CreateCustomerBodyExternalId(source_id=source.id, external_id='7')
        return models.CreateCustomerBody(type_=models.CreateCustomerBodyType.COMPANY, name=name, external_ids=[known])

    made = run(create_customer, status=201, body=body('Alfreds'))
    assert run(create_customer, status=200, body=body('Alfreds')).id == made.id
    refused = refusal(create_customer, body=body('Berglunds'))
    assert (refused.code, refused.id) == ('record.exists', made.id)
    [difference] = refused.differences
    assert (difference.field, difference.there, difference.sent) == ('name', 'Alfreds', 'Berglunds')
    return made


def parts():
    def body(number):
        known = models.CreatePartBodyExternalId(source_id=source.id, external_id=number)
        return models.CreatePartBody(number=number, name='Chai', weight_g=120, price=4.5, external_ids=[known])

    chai, chang = [run(create_part, status=201, body=body(number)) for number in ('CHAI-KINDS', 'CHANG-KINDS')]
    assert run(create_part, status=200, body=body('CHAI-KINDS')).id == chai.id
    for part in (chai, chang):
        adjustment = models.CreateInventoryAdjustmentBody(part_id=part.id, location_id=shelf.id, qty=100)
        run(create_inventory_adjustment, body=adjustment)
    return chai, chang


customer = customers()
chai, chang = parts()


def perform(order, *tasks):
    for task in tasks:
        run(perform_task, task, body=models.PerformTaskBody(order_id=[order.id]))


def sales_order():
    """Comes twice, loses a unit, gets a line, is picked, packed and shipped, leaves, comes back and leaves again."""

    def body(qty):
        line = models.CreateSalesOrderBodyLine(part_id=chai.id, qty=qty, unit_price=4.5, external_id='1001/1')
        return models.CreateSalesOrderBody(
            customer_id=customer.id,
            source_id=source.id,
            external_id='1001',
            ship_to_name='Alfreds',
            ship_address_1='Obere Str. 57',
            ship_city='Berlin',
            ship_postal_code='12209',
            ship_country='DE',
            lines=[line],
        )

    order = run(create_sales_order, status=201, body=body(4))
    assert run(create_sales_order, status=200, body=body(4)).id == order.id
    [difference] = refusal(create_sales_order, body=body(5)).differences
    assert (difference.field, difference.there, difference.sent) == ('lines/0/qty', 4, 5)

    run(issue_sales_order, order.id)
    [line] = run(list_lines_of_sales_order, order.id)
    cancel = models.CancelSalesOrderLineBody(qty=1, reason='One too many')
    run(cancel_sales_order_line, order.id, line.id, body=cancel)
    added = models.ChangeSalesOrderLinesBodyLine(part_id=chang.id, qty=2, unit_price=4.5)
    change = models.ChangeSalesOrderLinesBody(lines=[added], reason='Two more')
    tried = run(change_sales_order_lines, order.id, body=change, prefer='dry-run')
    assert len(run(list_lines_of_sales_order, order.id)) == 1
    changed = run(change_sales_order_lines, order.id, body=change)
    assert (tried.total, tried.short, len(changed.added)) == (changed.total, [], 1)

    pick = run(create_pick_line_by_order, body=models.CreatePickLineByOrderBody(order_id=[order.id]))
    for pickline in pick.lines:
        run(commit_pick_line, pickline.id, body=models.CommitPickLineBody())
    pack = run(create_pack_line_by_order, body=models.CreatePackLineByOrderBody(order_id=[order.id]))
    carton = run(create_pack_carton, pack.id, body=models.CreatePackCartonBody(cartontype_id=box.id))
    for part in (chai, chang):
        move = models.MovePackItemBody(
            add_carton_id=carton.carton_id, order_id=order.id, part_id=part.id, move_all=True
        )
        run(move_pack_item, pack.id, body=move)
    run(finish_pack, pack.id)
    ship = run(create_ship_line_by_order, body=models.CreateShipLineByOrderBody(order_id=[order.id]))
    run(finish_ship, ship.id)

    def pick_up():
        ready = run(get_sales_order, order.id, embed=['pickuplines']).pickuplines
        ids = [one.id for one in ready if one.pickup_id is None]
        return run(create_pickup, body=models.CreatePickupBody(pickupline_ids=ids, site_id=shelf.site_id))

    left = pick_up()
    run(undo_pickup, left.id, body=models.UndoPickupBody(reason='The van was full'))
    assert run(get_sales_order, order.id, embed=['status']).status.name == 'In Progress'
    pick_up()
    done = run(get_sales_order, order.id, embed=['status', 'invoices'])
    assert sum(invoice.total for invoice in done.invoices) == done.total
    report('salesorder', done.status.name, done.total)
    return order


def return_order(order):
    """Is requested, changed, authorised, received, inspected, exchanged and closed with its credit."""
    [line, *_] = run(list_lines_of_sales_order, order.id)

    def body(qty):
        return models.CreateReturnOrderBody(
            salesorder_id=order.id,
            reason='Too small',
            lines=[models.CreateReturnOrderBodyLine(line_id=line.id, qty=qty, condition='opened')],
        )

    deleted = run(create_return_order, body=body(3))
    run(delete_return_order, deleted.id, status=204)
    made = run(create_return_order, body=body(1))
    two = models.UpdateReturnOrderBody(lines=[models.UpdateReturnOrderBodyLine(line_id=line.id, qty=2)])
    run(update_return_order, made.id, body=two)
    [own] = run(list_return_order_lines, made.id)
    assert (own.part_id, own.qty_requested) == (chai.id, 2)
    run(authorise_return_order, made.id)
    place = models.CreateLocationBody(name='Returns of Python', site_id=shelf.site_id, active=False)
    dock = run(create_location, body=place)
    scan = models.ReceiveReturnOrderBodyLine(part_id=chai.id, qty=2, condition='worn')
    [unit] = run(
        receive_return_order, made.id, body=models.ReceiveReturnOrderBody(location_id=dock.id, lines=[scan])
    ).units
    outcome = models.InspectReturnOrderBodyUnitOutcome
    verdicts = [
        models.InspectReturnOrderBodyUnit(unit_id=unit.id, qty=1, outcome=outcome.RESTOCK, location_id=shelf.id),
        models.InspectReturnOrderBodyUnit(unit_id=unit.id, qty=1, outcome=outcome.SCRAP, reason='Worn'),
    ]
    run(inspect_return_order, made.id, body=models.InspectReturnOrderBody(units=verdicts))
    exchange = run(exchange_return_order, made.id, status=201)
    closed = run(close_return_order, made.id)
    assert closed.exchange_id == exchange.id
    credit = run(get_invoice, closed.credit_id)
    report('returnorder', run(get_return_order, made.id, embed=['status']).status.name, credit.total)


def transfer_order():
    """Leaves for another site, is in transit there, and arrives with one unit less."""
    address = {'address_1': '5 Low Street', 'city': 'Leeds', 'postal_code': 'LS1 4AP', 'country': 'GB'}
    leeds = run(create_site, body=models.CreateSiteBody(name='Leeds of Python', **address))
    there = run(create_location, body=models.CreateLocationBody(name='Shelf', site_id=leeds.id))
    goods = models.CreateTransferOrderBodyLine(part_id=chai.id, qty=5)
    order = run(create_transfer_order, body=models.CreateTransferOrderBody(to_site_id=leeds.id, lines=[goods]))
    run(issue_transfer_order, order.id)
    perform(order, 1, 2, 3, 4)
    receipt = run(list_receipts, order_id=order.id, embed=['lines']).data[0]
    assert [(line.qty, line.qty_received) for line in receipt.lines] == [(5, 0)]
    scan = models.ReceiveReceiptBodyLine(part_id=chai.id, qty=4, location_id=there.id)
    run(receive_receipt, receipt.id, body=models.ReceiveReceiptBody(lines=[scan]))
    assert refusal(close_receipt, receipt.id).errors[0].pointer == '/reason'
    closed = run(close_receipt, receipt.id, body=models.CloseReceiptBody(reason='Lost on the way'))
    [difference] = closed.differences
    assert (difference.expected, difference.received) == (5, 4)
    [arrived] = run(list_inventory, location_id=there.id).data
    report('transferorder', run(get_transfer_order, order.id, embed=['status']).status.name, arrived.qty)


def use_order():
    """Is picked, and leaves stock."""
    goods = models.CreateUseOrderBodyLine(part_id=chai.id, qty=3)
    body = models.CreateUseOrderBody(purpose='Repair', cost_centre='4711', lines=[goods])
    order = run(create_use_order, body=body)
    run(issue_use_order, order.id)
    perform(order, 1, 4)
    used = run(get_use_order, order.id, embed=['status', 'lines'])
    report('useorder', used.status.name, used.lines[0].qty_picked_up)


def quote():
    """Gets a line, and becomes a sales order."""
    goods = models.CreateQuoteBodyLine(part_id=chai.id, qty=3, unit_price=1234567.89)
    made = run(create_quote, body=models.CreateQuoteBody(customer_id=customer.id, lines=[goods]))
    run(create_quote_line, made.id, body=models.CreateQuoteLineBody(part_id=chang.id, qty=1))
    order = run(convert_quote, made.id, status=201)
    assert run(get_quote, made.id).salesorder_id == order.id
    report('quote', run(get_sales_order, order.id, embed=['status']).status.name, order.total)


def receipt():
    """Comes in parts: more than expected of one part, and less of the other."""
    expected = [
        models.CreateReceiptBodyLine(part_id=chai.id, qty=10),
        models.CreateReceiptBodyLine(part_id=chang.id, qty=5),
    ]
    made = run(create_receipt, body=models.CreateReceiptBody(supplier='Exotic Liquids', external_id='PO-1', lines=expected))

    def scans(*parts, over=False):
        lines = [models.ReceiveReceiptBodyLine(part_id=part.id, qty=qty, location_id=shelf.id) for part, qty in parts]
        return models.ReceiveReceiptBody(lines=lines, over=over)

    run(receive_receipt, made.id, body=scans((chai, 6), (chang, 3)))
    assert refusal(receive_receipt, made.id, body=scans((chai, 6))).code == 'receipt.over'
    run(receive_receipt, made.id, body=scans((chai, 6), over=True))
    closed = run(close_receipt, made.id)
    assert [(one.expected, one.received) for one in closed.differences] == [(10, 12), (5, 3)]
    report('receipt', run(get_receipt, made.id, embed=['status']).status.name, sum(one.received for one in closed.differences))


def count():
    """Differs, is counted a second time, and is approved by another user."""
    place = run(create_location, body=models.CreateLocationBody(name='Counted by Python', site_id=shelf.site_id))
    stocked = models.CreateInventoryAdjustmentBody(part_id=chai.id, location_id=place.id, qty=10)
    run(create_inventory_adjustment, body=stocked)
    made = run(create_count, body=models.CreateCountBody(location_ids=[place.id], blind=True))
    entered = models.EnterCountBody(lines=[models.EnterCountBodyLine(part_id=chai.id, location_id=place.id, qty=8)])
    [line] = run(list_count_lines, count_id=made.id).data
    assert run(enter_count, made.id, body=entered).recount == [line.id]
    assert run(enter_count, made.id, body=entered).recount == []
    assert refusal(approve_count, made.id).code == 'count.own'
    body = models.CreateUserBody(first_name='Lee', usertype=models.CreateUserBodyUsertype.API, permissions=['count.approve'])
    run(approve_count, made.id, client=client_of(run(create_user, body=body).api_key))
    [counted] = run(list_inventory, location_id=place.id).data
    report('count', run(get_count, made.id, embed=['status']).status.name, counted.qty)


def files():
    carton = int(os.environ['CARTON'])
    body = models.CreateDocumentBody(kind=models.CreateDocumentBodyKind.CARTONLABEL, carton_id=carton)
    [document] = run(create_document, body=body)
    assert run(get_document_pdf, document.id).payload.read().startswith(b'%PDF')
    assert run(get_carton_label, carton).payload.read() == bytes.fromhex(os.environ['LABEL'])
    assert run(get_carton_drawing, carton).payload.read().startswith(b'<svg')


files()
return_order(sales_order())
transfer_order()
use_order()
quote()
receipt()
count()
report('verify', 'violations', len(run(verify_records).violations))

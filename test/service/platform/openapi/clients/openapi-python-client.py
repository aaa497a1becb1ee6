"""The first order of the README, with the client that openapi-python-client makes. Prints the state of the order."""
import base64
import os

from conveyor_api import models
from conveyor_api.api.customers import create_customer
from conveyor_api.api.documents import create_document, get_document_pdf
from conveyor_api.api.pack import get_carton_drawing, get_carton_label
from conveyor_api.api.parts import create_part
from conveyor_api.api.sales_orders import (
    create_sales_order,
    get_sales_order_progress,
    issue_sales_order,
    perform_task,
)
from conveyor_api.api.stock import create_inventory_adjustment, list_locations
from conveyor_api.client import AuthenticatedClient

token = base64.b64encode((os.environ['KEY'] + ':').encode()).decode()
client = AuthenticatedClient(base_url=os.environ['URL'], prefix='Basic', token=token)


def run(operation, *args, **named):
    answer = operation.sync_detailed(*args, client=client, **named)
    assert answer.status_code < 300, answer.content
    return answer.parsed


customer = run(create_customer, body=models.CreateCustomerBody(name='Alfreds', type_='Company'))
part = run(create_part, body=models.CreatePartBody(number='CHAI-100', name='Chai', weight_g=120))
shelf = run(list_locations, name='Stock').data[0]
run(
    create_inventory_adjustment,
    body=models.CreateInventoryAdjustmentBody(part_id=part.id, location_id=shelf.id, qty=40),
)
line = models.CreateSalesOrderBodyLine(part_id=part.id, qty=3, unit_price=4.5)
order = run(
    create_sales_order,
    body=models.CreateSalesOrderBody(
        customer_id=customer.id, ship_to_name='A', ship_city='Berlin', ship_country='DE', lines=[line]
    ),
)
run(issue_sales_order, order.id)
for task in (1, 2, 3, 4):
    run(perform_task, task, body=models.PerformTaskBody(order_id=[order.id]))
carton = int(os.environ['CARTON'])
body = models.CreateDocumentBody(kind=models.CreateDocumentBodyKind.CARTONLABEL, carton_id=carton)
document = run(create_document, body=body)[0]
assert run(get_document_pdf, document.id).payload.read().startswith(b'%PDF')
assert run(get_carton_label, carton).payload.read() == bytes.fromhex(os.environ['LABEL'])
assert run(get_carton_drawing, carton).startswith('<svg')
print(run(get_sales_order_progress, order.id).state)

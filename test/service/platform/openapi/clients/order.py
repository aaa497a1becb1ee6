"""The first order of the README, with the client that openapi-python-client makes."""
import os
from conveyor_api.client import AuthenticatedClient
from conveyor_api import models as m
import base64
from conveyor_api.api.customers import create_customer
from conveyor_api.api.parts import create_part
from conveyor_api.api.stock import list_locations, create_inventory_adjustment
from conveyor_api.api.sales_orders import create_sales_order, issue_sales_order, perform_task, get_sales_order_progress
c = AuthenticatedClient(base_url=os.environ['URL'], prefix='Basic', token=base64.b64encode((os.environ['KEY'] + ':').encode()).decode())
def run(module, *a, **k):
    r = module.sync_detailed(*a, client=c, **k)
    assert r.status_code < 300, r.content
    return r.parsed
customer = run(create_customer, body=m.CreateCustomerBody.from_dict({'type': 'Company', 'name': 'Alfreds'}))
part = run(create_part, body=m.CreatePartBody.from_dict({'number': 'CHAI-100', 'name': 'Chai', 'weight_g': 120}))
shelf = run(list_locations, name='Stock').data[0]
run(create_inventory_adjustment, body=m.CreateInventoryAdjustmentBody.from_dict({'part_id': part.id, 'location_id': shelf.id, 'qty': 40}))
order = run(create_sales_order, body=m.CreateSalesOrderBody.from_dict({'customer_id': customer.id, 'ship_to_name': 'A', 'ship_city': 'Berlin', 'ship_country': 'DE', 'lines': [{'part_id': part.id, 'qty': 3, 'unit_price': 4.5}]}))
run(issue_sales_order, order.id)
for task in (1, 2, 3, 4):
    run(perform_task, task, body=m.PerformTaskBody(order_id=[order.id]))
p = run(get_sales_order_progress, order.id)
print(p.state)

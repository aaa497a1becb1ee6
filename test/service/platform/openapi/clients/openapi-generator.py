"""The first order of the README, with the client that openapi-generator makes. Prints the state of the order."""
import os

import conveyor_client as api

client = api.ApiClient(api.Configuration(host=os.environ['URL'], username=os.environ['KEY'], password=''))
stock, orders = api.StockApi(client), api.SalesOrdersApi(client)
customer = api.CustomersApi(client).create_customer(
    create_customer_body=api.CreateCustomerBody(type='Company', name='Alfreds OG')
)
part = api.PartsApi(client).create_part(
    create_part_body=api.CreatePartBody(number='CHAI-OG', name='Chai', weight_g=120)
)
shelf = stock.list_locations(name='Stock').data[0]
stock.create_inventory_adjustment(
    create_inventory_adjustment_body=api.CreateInventoryAdjustmentBody(
        part_id=part.id, location_id=shelf.id, qty=40
    )
)
line = api.CreateSalesOrderBodyLine(part_id=part.id, qty=3, unit_price=4.5)
order = orders.create_sales_order(
    create_sales_order_body=api.CreateSalesOrderBody(
        customer_id=customer.id,
        ship_to_name='A',
        ship_address_1='Obere Str. 57',
        ship_city='Berlin',
        ship_postal_code='12209',
        ship_country='DE',
        lines=[line],
    )
)
orders.issue_sales_order(order.id)
for task in (1, 2, 3, 4):
    orders.perform_task(task, perform_task_body=api.PerformTaskBody(order_id=[order.id]))
documents, pack = api.DocumentsApi(client), api.PackApi(client)
carton = int(os.environ['CARTON'])
body = api.CreateDocumentBody(kind='cartonlabel', carton_id=carton)
document = documents.create_document(create_document_body=body)[0]
assert documents.get_document_pdf(document.id).startswith(b'%PDF')
assert pack.get_carton_label(carton) == bytes.fromhex(os.environ['LABEL'])
assert pack.get_carton_drawing(carton).startswith(b'<svg')
print(orders.get_sales_order_progress(order.id).state)

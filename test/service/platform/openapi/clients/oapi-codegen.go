// Each kind of record with lines through its life, with the client that oapi-codegen makes: by its typed calls alone. It prints a line for
// each kind: its state at the end, and its result.
package main

import (
	"context"
	"fmt"
	"log"
	"net/http"
	"os"

	"example/conveyor"
)

var (
	ctx           = context.Background()
	administrator = clientOf(os.Getenv("KEY"))
	box           = checked(administrator.CreateCartonTypeWithResponse(ctx, nil, conveyor.CreateCartonTypeBody{
		Name: "Kinds of Go", InnerWidthMm: to(600), InnerLengthMm: to(600), InnerDepthMm: to(600),
	})).JSON201
	shelf = checked(administrator.ListLocationsWithResponse(ctx, &conveyor.ListLocationsParams{
		Name: to("Stock"),
	})).JSON200.Data[0]
	source      = checked(administrator.CreateSourceWithResponse(ctx, nil, conveyor.CreateSourceBody{Name: "Web shop of Go"})).JSON201
	customer    = customers()
	chai, chang = parts()
)

func main() {
	returnOrder(salesOrder())
	transferOrder()
	useOrder()
	quote()
	receipt()
	count()
	verified := checked(administrator.VerifyRecordsWithResponse(ctx)).JSON200
	report("verify", "violations", float64(len(verified.Violations)))
}

// A customer that a shop sends again is the same one, and a refusal names what differs.
func customers() int64 {
	body := func(name string) conveyor.CreateCustomerBody {
		return conveyor.CreateCustomerBody{
			Type: to(conveyor.CreateCustomerBodyTypeCompany), Name: to(name),
			ExternalIds: &[]conveyor.CreateCustomerBodyExternalId{{SourceId: &source.Id, ExternalId: "7"}},
		}
	}
	made := checked(administrator.CreateCustomerWithResponse(ctx, nil, body("Alfreds"))).JSON201
	again := checked(administrator.CreateCustomerWithResponse(ctx, nil, body("Alfreds"))).JSON200
	expect(again.Id == made.Id, "the customer is there")
	refused := answered(administrator.CreateCustomerWithResponse(ctx, nil, body("Berglunds"))).ApplicationproblemJSON409
	difference := (*refused.Differences)[0]
	expect(refused.Code == "record.exists" && *refused.Id == made.Id, refused)
	expect(difference.Field == "name" && difference.There == "Alfreds" && difference.Sent == "Berglunds", difference)
	return made.Id
}

func parts() (int64, int64) {
	body := func(number string) conveyor.CreatePartBody {
		return conveyor.CreatePartBody{
			Number: number, Name: "Chai", WeightG: to(120), Price: to(4.5),
			ExternalIds: &[]conveyor.CreatePartBodyExternalId{{SourceId: &source.Id, ExternalId: number}},
		}
	}
	ids := [2]int64{}
	for at, number := range []string{"CHAI-KINDS-GO", "CHANG-KINDS-GO"} {
		ids[at] = checked(administrator.CreatePartWithResponse(ctx, nil, body(number))).JSON201.Id
		expect(checked(administrator.CreatePartWithResponse(ctx, nil, body(number))).JSON200.Id == ids[at], "the part is there")
		stock(ids[at], shelf.Id, 100)
	}
	return ids[0], ids[1]
}

func stock(part, location int64, qty float64) {
	checked(administrator.CreateInventoryAdjustmentWithResponse(ctx, nil, conveyor.CreateInventoryAdjustmentBody{
		PartId: part, LocationId: location, Qty: qty,
	}))
}

func perform(order int64, tasks ...int64) {
	for _, task := range tasks {
		checked(administrator.PerformTaskWithResponse(ctx, task, nil, conveyor.PerformTaskBody{OrderId: []int64{order}}))
	}
}

// Comes twice, loses a unit, gets a line, is picked, packed and shipped, leaves, comes back and leaves again.
func salesOrder() int64 {
	body := func(qty float64) conveyor.CreateSalesOrderBody {
		return conveyor.CreateSalesOrderBody{
			CustomerId: customer, SourceId: &source.Id, ExternalId: to("1001"),
			ShipToName: to("Alfreds"), ShipAddress1: to("Obere Str. 57"), ShipCity: to("Berlin"),
			ShipPostalCode: to("12209"), ShipCountry: to("DE"),
			Lines: &[]conveyor.CreateSalesOrderBodyLine{{
				PartId: &chai, Qty: &qty, UnitPrice: to(4.5), ExternalId: to("1001/1"),
			}},
		}
	}
	order := checked(administrator.CreateSalesOrderWithResponse(ctx, nil, body(4))).JSON201.Id
	expect(checked(administrator.CreateSalesOrderWithResponse(ctx, nil, body(4))).JSON200.Id == order, "the order is there")
	refused := answered(administrator.CreateSalesOrderWithResponse(ctx, nil, body(5))).ApplicationproblemJSON409
	difference := (*refused.Differences)[0]
	expect(difference.Field == "lines/0/qty" && difference.There == 4.0 && difference.Sent == 5.0, difference)

	checked(administrator.IssueSalesOrderWithResponse(ctx, order, nil, conveyor.IssueSalesOrderBody{}))
	lines := func() []conveyor.SalesOrderLine {
		return *checked(administrator.ListLinesOfSalesOrderWithResponse(ctx, order, nil)).JSON200
	}
	checked(administrator.CancelSalesOrderLineWithResponse(ctx, order, lines()[0].Id, nil, conveyor.CancelSalesOrderLineBody{
		Qty: 1, Reason: "One too many",
	}))
	change := conveyor.ChangeSalesOrderLinesBody{
		Lines:  []conveyor.ChangeSalesOrderLinesBodyLine{{PartId: &chang, Qty: to(2.0), UnitPrice: to(4.5)}},
		Reason: to("Two more"),
	}
	trial := conveyor.ChangeSalesOrderLinesParams{Prefer: to("dry-run")}
	tried := checked(administrator.ChangeSalesOrderLinesWithResponse(ctx, order, &trial, change)).JSON200
	expect(len(lines()) == 1, "a trial changes nothing")
	changed := checked(administrator.ChangeSalesOrderLinesWithResponse(ctx, order, nil, change)).JSON200
	expect(tried.Total == changed.Total && len(tried.Short) == 0 && len(changed.Added) == 1, tried)

	pick := checked(administrator.CreatePickLineByOrderWithResponse(ctx, nil, conveyor.CreatePickLineByOrderBody{
		OrderId: []int64{order},
	})).JSON201
	for _, line := range *pick.Lines {
		checked(administrator.CommitPickLineWithResponse(ctx, line.Id, nil, conveyor.CommitPickLineBody{}))
	}
	pack := checked(administrator.CreatePackLineByOrderWithResponse(ctx, nil, conveyor.CreatePackLineByOrderBody{
		OrderId: []int64{order},
	})).JSON201
	carton := checked(administrator.CreatePackCartonWithResponse(ctx, pack.Id, nil, conveyor.CreatePackCartonBody{
		CartontypeId: &box.Id,
	})).JSON201
	for _, part := range []*int64{&chai, &chang} {
		checked(administrator.MovePackItemWithResponse(ctx, pack.Id, nil, conveyor.MovePackItemBody{
			AddCartonId: carton.CartonId, OrderId: &order, PartId: part, MoveAll: to(true),
		}))
	}
	checked(administrator.FinishPackWithResponse(ctx, pack.Id, nil))
	ship := checked(administrator.CreateShipLineByOrderWithResponse(ctx, nil, conveyor.CreateShipLineByOrderBody{
		OrderId: []int64{order},
	})).JSON201
	checked(administrator.FinishShipWithResponse(ctx, ship.Id, nil))

	with := func(relations ...string) *conveyor.SalesOrder {
		return checked(administrator.GetSalesOrderWithResponse(ctx, order, &conveyor.GetSalesOrderParams{Embed: &relations})).JSON200
	}
	pickUp := func() int64 {
		ready := []int64{}
		for _, line := range *with("pickuplines").Pickuplines {
			if line.PickupId == nil {
				ready = append(ready, line.Id)
			}
		}
		return checked(administrator.CreatePickupWithResponse(ctx, nil, conveyor.CreatePickupBody{
			PickuplineIds: &ready, SiteId: shelf.SiteId,
		})).JSON201.Id
	}
	checked(administrator.UndoPickupWithResponse(ctx, pickUp(), nil, conveyor.UndoPickupBody{Reason: "The van was full"}))
	expect(*with("status").Status.Name == "In Progress", "the order is open again")
	pickUp()
	done := with("status", "invoices")
	total := 0.0
	for _, invoice := range *done.Invoices {
		total += *invoice.Total
	}
	expect(total == *done.Total, done)
	report("salesorder", string(*done.Status.Name), total)
	return order
}

// Is requested, changed, authorised, received, inspected, exchanged and closed with its credit.
func returnOrder(order int64) {
	line := (*checked(administrator.ListLinesOfSalesOrderWithResponse(ctx, order, nil)).JSON200)[0].Id
	request := func(qty float64) int64 {
		return checked(administrator.CreateReturnOrderWithResponse(ctx, nil, conveyor.CreateReturnOrderBody{
			SalesorderId: order, Reason: to("Too small"),
			Lines: []conveyor.CreateReturnOrderBodyLine{{LineId: line, Qty: qty, Condition: to("opened")}},
		})).JSON201.Id
	}
	checked(administrator.DeleteReturnOrderWithResponse(ctx, request(3), nil))
	made := request(1)
	checked(administrator.UpdateReturnOrderWithResponse(ctx, made, nil, conveyor.UpdateReturnOrderBody{
		Lines: &[]conveyor.UpdateReturnOrderBodyLine{{LineId: line, Qty: 2}},
	}))
	own := (*checked(administrator.ListReturnOrderLinesWithResponse(ctx, made, nil)).JSON200)[0]
	expect(*own.PartId == chai && *own.QtyRequested == 2, own)
	checked(administrator.AuthoriseReturnOrderWithResponse(ctx, made, nil, conveyor.AuthoriseReturnOrderBody{}))
	dock := location(conveyor.CreateLocationBody{Name: "Returns of Go", SiteId: shelf.SiteId, Active: to(false)})
	arrived := checked(administrator.ReceiveReturnOrderWithResponse(ctx, made, nil, conveyor.ReceiveReturnOrderBody{
		LocationId: &dock,
		Lines:      []conveyor.ReceiveReturnOrderBodyLine{{PartId: &chai, Qty: to(2.0), Condition: to("worn")}},
	})).JSON200
	unit := (*arrived.Units)[0].Id
	checked(administrator.InspectReturnOrderWithResponse(ctx, made, nil, conveyor.InspectReturnOrderBody{
		Units: []conveyor.InspectReturnOrderBodyUnit{
			{UnitId: unit, Qty: to(1.0), Outcome: conveyor.Restock, LocationId: &shelf.Id},
			{UnitId: unit, Qty: to(1.0), Outcome: conveyor.Scrap, Reason: to("Worn")},
		},
	}))
	exchange := checked(administrator.ExchangeReturnOrderWithResponse(ctx, made, nil, conveyor.ExchangeReturnOrderBody{})).JSON201
	closed := checked(administrator.CloseReturnOrderWithResponse(ctx, made, nil)).JSON200
	expect(*closed.ExchangeId == exchange.Id, closed)
	credit := checked(administrator.GetInvoiceWithResponse(ctx, *closed.CreditId, nil)).JSON200
	done := checked(administrator.GetReturnOrderWithResponse(ctx, made, &conveyor.GetReturnOrderParams{Embed: status})).JSON200
	report("returnorder", string(*done.Status.Name), *credit.Total)
}

// Leaves for another site, is in transit there, and arrives with one unit less.
func transferOrder() {
	leeds := checked(administrator.CreateSiteWithResponse(ctx, nil, conveyor.CreateSiteBody{
		Name: "Leeds of Go", Address1: to("5 Low Street"), City: to("Leeds"), PostalCode: to("LS1 4AP"), Country: to("GB"),
	})).JSON201
	there := location(conveyor.CreateLocationBody{Name: "Shelf", SiteId: &leeds.Id})
	order := checked(administrator.CreateTransferOrderWithResponse(ctx, nil, conveyor.CreateTransferOrderBody{
		ToSiteId: leeds.Id, Lines: &[]conveyor.CreateTransferOrderBodyLine{{PartId: &chai, Qty: to(5.0)}},
	})).JSON201.Id
	checked(administrator.IssueTransferOrderWithResponse(ctx, order, nil, conveyor.IssueTransferOrderBody{}))
	perform(order, 1, 2, 3, 4)
	expected := checked(administrator.ListReceiptsWithResponse(ctx, &conveyor.ListReceiptsParams{
		OrderId: &order, Embed: &[]string{"lines"},
	})).JSON200.Data[0]
	line := (*expected.Lines)[0]
	expect(*line.Qty == 5 && *line.QtyReceived == 0, line)
	checked(administrator.ReceiveReceiptWithResponse(ctx, expected.Id, nil, conveyor.ReceiveReceiptBody{
		Lines: []conveyor.ReceiveReceiptBodyLine{{PartId: &chai, Qty: to(4.0), LocationId: &there}},
	}))
	refused := answered(administrator.CloseReceiptWithResponse(ctx, expected.Id, nil, conveyor.CloseReceiptBody{}))
	expect((*refused.ApplicationproblemJSON422.Errors)[0].Pointer == "/reason", refused)
	closed := checked(administrator.CloseReceiptWithResponse(ctx, expected.Id, nil, conveyor.CloseReceiptBody{
		Reason: to("Lost on the way"),
	})).JSON200
	expect(*closed.Differences[0].Expected == 5 && closed.Differences[0].Received == 4, closed)
	done := checked(administrator.GetTransferOrderWithResponse(ctx, order, &conveyor.GetTransferOrderParams{Embed: status})).JSON200
	report("transferorder", string(*done.Status.Name), stockAt(there))
}

// Is picked, and leaves stock.
func useOrder() {
	order := checked(administrator.CreateUseOrderWithResponse(ctx, nil, conveyor.CreateUseOrderBody{
		Purpose: "Repair", CostCentre: to("4711"), Lines: &[]conveyor.CreateUseOrderBodyLine{{PartId: &chai, Qty: to(3.0)}},
	})).JSON201.Id
	checked(administrator.IssueUseOrderWithResponse(ctx, order, nil, conveyor.IssueUseOrderBody{}))
	perform(order, 1, 4)
	used := checked(administrator.GetUseOrderWithResponse(ctx, order, &conveyor.GetUseOrderParams{
		Embed: &[]string{"status", "lines"},
	})).JSON200
	report("useorder", string(*used.Status.Name), *(*used.Lines)[0].QtyPickedUp)
}

// Gets a line, and becomes a sales order.
func quote() {
	made := checked(administrator.CreateQuoteWithResponse(ctx, nil, conveyor.CreateQuoteBody{
		CustomerId: customer, Lines: &[]conveyor.CreateQuoteBodyLine{{PartId: &chai, Qty: to(3.0), UnitPrice: to(1234567.89)}},
	})).JSON201.Id
	checked(administrator.CreateQuoteLineWithResponse(ctx, made, nil, conveyor.CreateQuoteLineBody{PartId: &chang, Qty: to(1.0)}))
	order := checked(administrator.ConvertQuoteWithResponse(ctx, made, nil)).JSON201.Id
	expect(*checked(administrator.GetQuoteWithResponse(ctx, made, nil)).JSON200.SalesorderId == order, "the quote names its order")
	draft := checked(administrator.GetSalesOrderWithResponse(ctx, order, &conveyor.GetSalesOrderParams{Embed: status})).JSON200
	report("quote", string(*draft.Status.Name), *draft.Total)
}

// Comes in parts: more than expected of one part, and less of the other.
func receipt() {
	made := checked(administrator.CreateReceiptWithResponse(ctx, nil, conveyor.CreateReceiptBody{
		Supplier: to("Exotic Liquids"), ExternalId: to("PO-GO-1"),
		Lines: &[]conveyor.CreateReceiptBodyLine{{PartId: chai, Qty: to(10.0)}, {PartId: chang, Qty: to(5.0)}},
	})).JSON201.Id
	scan := func(part int64, qty float64) conveyor.ReceiveReceiptBodyLine {
		return conveyor.ReceiveReceiptBodyLine{PartId: &part, Qty: &qty, LocationId: &shelf.Id}
	}
	receive := func(over bool, lines ...conveyor.ReceiveReceiptBodyLine) *conveyor.ReceiveReceiptResponse {
		return answered(administrator.ReceiveReceiptWithResponse(ctx, made, nil, conveyor.ReceiveReceiptBody{Lines: lines, Over: &over}))
	}
	checked(receive(false, scan(chai, 6), scan(chang, 3)), nil)
	expect(receive(false, scan(chai, 6)).ApplicationproblemJSON409.Code == "receipt.over", "too many units need over")
	checked(receive(true, scan(chai, 6)), nil)
	closed := checked(administrator.CloseReceiptWithResponse(ctx, made, nil, conveyor.CloseReceiptBody{})).JSON200
	over, under := closed.Differences[0], closed.Differences[1]
	expect(*over.Expected == 10 && over.Received == 12 && *under.Expected == 5 && under.Received == 3, closed)
	done := checked(administrator.GetReceiptWithResponse(ctx, made, &conveyor.GetReceiptParams{Embed: status})).JSON200
	report("receipt", string(*done.Status.Name), over.Received+under.Received)
}

// Differs, is counted a second time, and is approved by another user.
func count() {
	place := location(conveyor.CreateLocationBody{Name: "Counted by Go", SiteId: shelf.SiteId})
	stock(chai, place, 10)
	made := checked(administrator.CreateCountWithResponse(ctx, nil, conveyor.CreateCountBody{
		LocationIds: &[]int64{place}, Blind: to(true),
	})).JSON201.Id
	line := checked(administrator.ListCountLinesWithResponse(ctx, &conveyor.ListCountLinesParams{CountId: &made})).JSON200.Data[0]
	enter := func() []int64 {
		return checked(administrator.EnterCountWithResponse(ctx, made, nil, conveyor.EnterCountBody{
			Lines: []conveyor.EnterCountBodyLine{{PartId: &chai, LocationId: place, Qty: 8}},
		})).JSON200.Recount
	}
	again := enter()
	expect(len(again) == 1 && again[0] == line.Id && len(enter()) == 0, again)
	refused := answered(administrator.ApproveCountWithResponse(ctx, made, nil)).ApplicationproblemJSON409
	expect(refused.Code == "count.own", refused)
	other := checked(administrator.CreateUserWithResponse(ctx, nil, conveyor.CreateUserBody{
		FirstName: to("Lee"), Usertype: to(conveyor.CreateUserBodyUsertypeAPI), Permissions: &[]string{"count.approve"},
	})).JSON201
	checked(clientOf(*other.ApiKey).ApproveCountWithResponse(ctx, made, nil))
	done := checked(administrator.GetCountWithResponse(ctx, made, &conveyor.GetCountParams{Embed: status})).JSON200
	report("count", string(*done.Status.Name), stockAt(place))
}

var status = &[]string{"status"}

func clientOf(key string) *conveyor.ClientWithResponses {
	credentials := func(_ context.Context, request *http.Request) error {
		request.SetBasicAuth(key, "")
		return nil
	}
	client, err := conveyor.NewClientWithResponses(os.Getenv("URL"), conveyor.WithRequestEditorFn(credentials))
	if err != nil {
		log.Fatal(err)
	}
	return client
}

func location(body conveyor.CreateLocationBody) int64 {
	return checked(administrator.CreateLocationWithResponse(ctx, nil, body)).JSON201.Id
}

func stockAt(location int64) float64 {
	return *checked(administrator.ListInventoryWithResponse(ctx, &conveyor.ListInventoryParams{
		LocationId: &location,
	})).JSON200.Data[0].Qty
}

func report(kind, state string, result float64) { fmt.Printf("%s %s %.2f\n", kind, state, result) }

// answered ends the program if there is no answer.
func answered[Answer any](answer Answer, err error) Answer {
	if err != nil {
		log.Fatal(err)
	}
	return answer
}

// checked ends the program if there is no answer, or if the answer is an error.
func checked[Answer interface {
	StatusCode() int
	GetBody() []byte
}](answer Answer, err error) Answer {
	if answered(answer, err).StatusCode() >= 300 {
		log.Fatalf("%s", answer.GetBody())
	}
	return answer
}

func expect(holds bool, seen any) {
	if !holds {
		log.Fatalf("%+v", seen)
	}
}

func to[Value any](value Value) *Value { return &value }

// The first order of the README, with the client that oapi-codegen makes. It prints the state of the order.
package main

import (
	"context"
	"fmt"
	"log"
	"net/http"
	"os"

	"example/conveyor"
)

func main() {
	ctx := context.Background()
	key := func(_ context.Context, request *http.Request) error {
		request.SetBasicAuth(os.Getenv("KEY"), "")
		return nil
	}
	client, err := conveyor.NewClientWithResponses(os.Getenv("URL"), conveyor.WithRequestEditorFn(key))
	if err != nil {
		log.Fatal(err)
	}
	customer := checked(client.CreateCustomerWithResponse(ctx, nil, conveyor.CreateCustomerBody{
		Type: to(conveyor.CreateCustomerBodyTypeCompany), Name: to("Alfreds Go"),
	})).JSON201
	part := checked(client.CreatePartWithResponse(ctx, nil, conveyor.CreatePartBody{
		Number: "CHAI-GO", Name: "Chai", WeightG: to(120),
	})).JSON201
	named := conveyor.ListLocationsParams{Name: to("Stock")}
	shelf := checked(client.ListLocationsWithResponse(ctx, &named)).JSON200.Data[0]
	checked(client.CreateInventoryAdjustmentWithResponse(ctx, nil, conveyor.CreateInventoryAdjustmentBody{
		PartId: part.Id, LocationId: shelf.Id, Qty: 40,
	}))
	order := checked(client.CreateSalesOrderWithResponse(ctx, nil, conveyor.CreateSalesOrderBody{
		CustomerId: customer.Id, ShipToName: to("A"), ShipCity: to("Berlin"), ShipCountry: to("DE"),
		Lines: &[]conveyor.CreateSalesOrderBodyLine{{PartId: to(part.Id), Qty: to(3.0), UnitPrice: to(1234567.89)}},
	})).JSON201
	checked(client.IssueSalesOrderWithResponse(ctx, order.Id, nil, conveyor.IssueSalesOrderBody{}))
	for task := int64(1); task <= 4; task++ {
		checked(client.PerformTaskWithResponse(ctx, task, nil, conveyor.PerformTaskBody{OrderId: []int64{order.Id}}))
	}
	progress := checked(client.GetSalesOrderProgressWithResponse(ctx, order.Id)).JSON200
	if *order.Total != 3703703.67 {
		log.Fatalf("The total is %v", *order.Total)
	}
	fmt.Println(progress.State)
}

// checked ends the program if there is no answer, or if the answer is an error.
func checked[Answer interface{ StatusCode() int }](answer Answer, err error) Answer {
	if err != nil {
		log.Fatal(err)
	}
	if answer.StatusCode() >= 300 {
		log.Fatalf("%+v", answer)
	}
	return answer
}

func to[Value any](value Value) *Value { return &value }

// The development server of a version of Temporal, with the flags of `temporal server start-dev` that the local stack gives. The command
// line tool of a new version is not in the module proxy as a whole, but the package of its server is.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"log/slog"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/temporalio/cli/internal/devserver"
	"go.temporal.io/api/enums/v1"
	"go.temporal.io/server/common/headers"
)

// pairs is a flag `name=value` that occurs any number of times.
type pairs map[string]string

func (p pairs) String() string { return "" }

func (p pairs) Set(text string) error {
	name, value, found := strings.Cut(text, "=")
	if !found {
		return fmt.Errorf("%q is not name=value", text)
	}
	p[name] = value
	return nil
}

func main() {
	arguments := os.Args[1:]
	if len(arguments) == 1 && arguments[0] == "--version" {
		fmt.Printf("temporal version for tests (Server %s)\n", headers.ServerVersion)
		return
	}
	if len(arguments) < 2 || arguments[0] != "server" || arguments[1] != "start-dev" {
		exit(fmt.Errorf("the only command is: server start-dev"))
	}
	options, err := read(arguments[2:])
	if err != nil {
		exit(err)
	}
	stop := make(chan os.Signal, 1)
	signal.Notify(stop, os.Interrupt, syscall.SIGTERM)
	server, err := devserver.Start(options)
	if err != nil {
		exit(err)
	}
	<-stop
	server.Stop()
}

func read(arguments []string) (devserver.StartOptions, error) {
	options := devserver.StartOptions{
		Namespaces:             []string{"default"},
		ClusterID:              "00000000-0000-4000-8000-000000000001",
		MasterClusterName:      "active",
		CurrentClusterName:     "active",
		InitialFailoverVersion: 1,
		Logger:                 slog.New(slog.NewTextHandler(os.Stderr, nil)),
		SqlitePragmas:          pairs{},
	}
	settings, attributes := pairs{}, pairs{}
	flags := flag.NewFlagSet("start-dev", flag.ContinueOnError)
	flags.StringVar(&options.FrontendIP, "ip", "127.0.0.1", "")
	flags.IntVar(&options.FrontendPort, "port", 7233, "")
	flags.IntVar(&options.UIPort, "ui-port", 0, "")
	flags.StringVar(&options.DatabaseFile, "db-filename", "", "")
	flags.TextVar(&options.LogLevel, "log-level", slog.LevelWarn, "")
	flags.Bool("headless", false, "")
	flags.Var(pairs(options.SqlitePragmas), "sqlite-pragma", "")
	flags.Var(settings, "dynamic-config-value", "")
	flags.Var(attributes, "search-attribute", "")
	if err := flags.Parse(arguments); err != nil {
		return options, err
	}
	if options.UIPort != 0 {
		options.UIIP = options.FrontendIP
	}
	options.MetricsPort = devserver.MustGetFreePort(options.FrontendIP)
	options.SearchAttributes = map[string]enums.IndexedValueType{}
	for name, text := range attributes {
		kind, err := enums.IndexedValueTypeFromString(text)
		if err != nil {
			return options, err
		}
		options.SearchAttributes[name] = kind
	}
	var err error
	options.DynamicConfigValues, err = values(settings)
	return options, err
}

// values reads the settings, which are JSON. The server takes an int where JSON has a number, and adds what the tool of its own adds.
func values(settings pairs) (map[string]any, error) {
	all := map[string]any{"system.forceNexusEndpointRefreshOnRead": true}
	for name, text := range settings {
		var value any
		if err := json.Unmarshal([]byte(text), &value); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		if number, ok := value.(float64); ok && number == float64(int(number)) {
			value = int(number)
		}
		all[name] = value
	}
	return all, nil
}

func exit(err error) {
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}

// Prints a compose file as Docker Compose reads it, as JSON, by the library that Docker Compose has: compose-file FILE PROFILE
package main

import (
	"context"
	"fmt"
	"os"

	"github.com/compose-spec/compose-go/v2/cli"
)

func main() {
	options, err := cli.NewProjectOptions(os.Args[1:2], cli.WithOsEnv, cli.WithProfiles(os.Args[2:]))
	if err == nil {
		project, failure := options.LoadProject(context.Background())
		err = failure
		if err == nil {
			text, failure := project.MarshalJSON()
			err = failure
			os.Stdout.Write(text)
		}
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

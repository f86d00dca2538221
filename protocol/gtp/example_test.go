package gtp_test

import (
	"context"
	"fmt"
	"os"
	"strings"

	"rosette/protocol/gtp"
)

func ExampleSession() {
	commands := "1 rosette-board rosette-1\n2 play black a2\n3 play white a2\n4 all_legal white\n"
	var session gtp.Session
	if err := session.Serve(context.Background(), strings.NewReader(commands), os.Stdout); err != nil {
		fmt.Println(err)
	}
	// Output:
	// =1
	//
	// =2
	//
	// ?3 illegal move
	//
	// =4 B1 B2 B3 A1 A3
}

// Command oracle answers scheduling problems with Karpenter's own scheduler. Problems come in as JSON, one a line;
// decisions go out as JSON, one a line. See README.md.
package main

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"sigs.k8s.io/controller-runtime/pkg/log"

	"sigs.k8s.io/karpenter/pkg/operator/logging"
)

// answer is one line of output; Error replaces everything else when the scenario cannot be run at all.
type answer struct {
	Name     string `json:"name"`
	Kind     string `json:"kind,omitempty"`
	Expected any    `json:"expected,omitempty"`
	Error    string `json:"error,omitempty"`
}

func main() {
	log.SetLogger(logging.NopLogger)
	var sampling sampling
	catalogues := flag.String("catalogues", "../catalogues", "folder with the instance type lists that scenarios name")
	timed := flag.Int("time", 0, "time Solve this many times per scenario instead of recording its decision")
	flag.IntVar(&sampling.runs, "runs", 25, "fresh runs per scenario; if all agree, the decision counts as exact")
	flag.IntVar(&sampling.envelopeRuns, "envelope-runs", 300, "runs in total once two runs disagree")
	flag.DurationVar(&sampling.envelopeTime, "envelope-time", time.Minute, "no further runs of a scenario after this time")
	flag.IntVar(&sampling.workers, "workers", runtime.NumCPU(), "runs at the same time")
	flag.Usage = func() {
		fmt.Fprintf(flag.CommandLine.Output(), "usage: oracle [flags] [FILE...]\n\nReads scenarios from the files (.gz too) or from standard input.\n\n")
		flag.PrintDefaults()
	}
	flag.Parse()

	out := bufio.NewWriter(os.Stdout)
	loader := newCatalogueLoader(*catalogues)
	handle := func(line []byte) {
		var result any
		if *timed > 0 {
			result = guard(line, func(s *scenario) any { return timeSolve(s, *timed) }, loader)
		} else {
			result = guard(line, func(s *scenario) any { return sampling.record(s) }, loader)
		}
		writeLine(out, result)
	}
	if err := eachScenario(flag.Args(), handle); err != nil {
		fmt.Fprintln(os.Stderr, "oracle:", err)
		os.Exit(1)
	}
}

// guard turns a scenario that cannot be read, or that makes Karpenter panic, into an answer that says so.
func guard(line []byte, use func(*scenario) any, loader *catalogueLoader) (result any) {
	name := ""
	defer func() {
		if problem := recover(); problem != nil {
			result = answer{Name: name, Error: fmt.Sprint(problem)}
		}
	}()
	s, err := parseScenario(line, loader)
	if s != nil {
		name = s.Name
	}
	if err != nil {
		return answer{Name: name, Error: err.Error()}
	}
	restore := s.setLabelGlobals()
	defer restore()
	if err := s.prepare(); err != nil {
		return answer{Name: name, Error: err.Error()}
	}
	return use(s)
}

// writeLine flushes at once: whoever asks over a pipe waits for the answer before asking again.
func writeLine(out *bufio.Writer, value any) {
	encoder := json.NewEncoder(out)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		panic(err)
	}
	if err := out.Flush(); err != nil {
		os.Exit(1)
	}
}

func eachScenario(files []string, handle func(line []byte)) error {
	if len(files) == 0 {
		return eachLine(os.Stdin, handle)
	}
	for _, name := range files {
		content, err := readMaybeCompressed(name)
		if err != nil {
			return err
		}
		base := strings.TrimSuffix(filepath.Base(name), ".gz")
		if strings.HasSuffix(base, ".json") {
			handle(content)
			continue
		}
		if err := eachLine(bytes.NewReader(content), handle); err != nil {
			return err
		}
	}
	return nil
}

func eachLine(in io.Reader, handle func(line []byte)) error {
	reader := bufio.NewReaderSize(in, 1<<20)
	for {
		line, err := reader.ReadBytes('\n')
		if trimmed := bytes.TrimSpace(line); len(trimmed) > 0 {
			handle(trimmed)
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

func readMaybeCompressed(name string) ([]byte, error) {
	content, err := os.ReadFile(name)
	if err != nil || !strings.HasSuffix(name, ".gz") {
		return content, err
	}
	unzipped, err := gzip.NewReader(bytes.NewReader(content))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return io.ReadAll(unzipped)
}

// Renders the chart as Helm's engine does, for a machine that has Go and no helm: Go's text/template with Sprig and the functions that the
// chart uses of Helm's own. `go run main.go CHART VALUES.yaml` prints the manifests; a later file of values takes the place of an earlier one's.
package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"text/template"

	"github.com/Masterminds/sprig"
	"gopkg.in/yaml.v3"
)

type object = map[string]interface{}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func read(path string) object {
	text, err := os.ReadFile(path)
	check(err)
	values := object{}
	check(yaml.Unmarshal(text, &values))
	return values
}

func over(base, more object) object {
	for key, value := range more {
		inner, isObject := value.(object)
		known, wasObject := base[key].(object)
		if isObject && wasObject {
			base[key] = over(known, inner)
		} else {
			base[key] = value
		}
	}
	return base
}

// Files reads what lies in the chart.
type Files struct{ root string }

// Get returns a file's text.
func (files Files) Get(name string) string {
	text, err := os.ReadFile(filepath.Join(files.root, name))
	check(err)
	return string(text)
}

func main() {
	root := os.Args[1]
	chart := read(filepath.Join(root, "Chart.yaml"))
	values := read(filepath.Join(root, "values.yaml"))
	for _, path := range os.Args[2:] {
		values = over(values, read(path))
	}
	all := template.New("chart").Option("missingkey=zero")
	functions := sprig.TxtFuncMap()
	delete(functions, "env")
	delete(functions, "expandenv")
	functions["include"] = func(name string, data interface{}) (string, error) {
		var out bytes.Buffer
		err := all.ExecuteTemplate(&out, name, data)
		return out.String(), err
	}
	functions["toYaml"] = func(value interface{}) string {
		var out bytes.Buffer
		encoder := yaml.NewEncoder(&out)
		encoder.SetIndent(2)
		check(encoder.Encode(value))
		return strings.TrimSuffix(out.String(), "\n")
	}
	functions["required"] = func(message string, value interface{}) (interface{}, error) {
		if value == nil || value == "" {
			return nil, fmt.Errorf("%s", message)
		}
		return value, nil
	}
	all.Funcs(functions)
	paths, err := filepath.Glob(filepath.Join(root, "templates", "*"))
	check(err)
	sort.Strings(paths)
	for _, path := range paths {
		text, err := os.ReadFile(path)
		check(err)
		_, err = all.New(filepath.Base(path)).Parse(string(text))
		check(err)
	}
	data := object{
		"Values":  values,
		"Chart":   object{"Name": chart["name"], "Version": chart["version"], "AppVersion": chart["appVersion"]},
		"Release": object{"Name": "salience", "Namespace": "agents", "Service": "Helm"},
		"Files":   Files{root},
	}
	for _, path := range paths {
		name := filepath.Base(path)
		if !strings.HasSuffix(name, ".yaml") {
			continue
		}
		var out bytes.Buffer
		check(all.ExecuteTemplate(&out, name, data))
		if strings.TrimSpace(out.String()) != "" {
			fmt.Printf("---\n# Source: salience/templates/%s\n%s\n", name, strings.TrimSpace(out.String()))
		}
	}
}

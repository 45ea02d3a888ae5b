package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"

	corev1 "k8s.io/api/core/v1"

	"sigs.k8s.io/karpenter/pkg/cloudprovider"
	"sigs.k8s.io/karpenter/pkg/scheduling"
)

type typeSpec struct {
	Name         string              `json:"name"`
	Requirements []requirementSpec   `json:"requirements"`
	Offerings    []offeringSpec      `json:"offerings"`
	Capacity     corev1.ResourceList `json:"capacity"`
	Overhead     overheadSpec        `json:"overhead"`
}

type requirementSpec struct {
	Key      string                      `json:"key"`
	Operator corev1.NodeSelectorOperator `json:"operator"`
	Values   []string                    `json:"values"`
}

type offeringSpec struct {
	Requirements        []requirementSpec   `json:"requirements"`
	Price               float64             `json:"price"`
	Available           bool                `json:"available"`
	ReservationCapacity int                 `json:"reservationCapacity"`
	CapacityOverride    corev1.ResourceList `json:"capacityOverride"`
	OverheadOverride    *overheadSpec       `json:"overheadOverride"`
}

type overheadSpec struct {
	KubeReserved      corev1.ResourceList `json:"kubeReserved"`
	SystemReserved    corev1.ResourceList `json:"systemReserved"`
	EvictionThreshold corev1.ResourceList `json:"evictionThreshold"`
}

// poolTypes is what each pool may launch: its own list where it has one, else the shared one.
type poolTypes struct {
	shared []typeSpec
	own    map[string][]typeSpec
}

func (t poolTypes) of(pool string) []typeSpec {
	if own, ok := t.own[pool]; ok {
		return own
	}
	return t.shared
}

// catalogueLoader reads each catalogue once, however many scenarios name it.
type catalogueLoader struct {
	folder string
	loaded map[string][]typeSpec
}

func newCatalogueLoader(folder string) *catalogueLoader {
	return &catalogueLoader{folder: folder, loaded: map[string][]typeSpec{}}
}

func (l *catalogueLoader) typesOf(s *scenario) (poolTypes, error) {
	result := poolTypes{}
	if s.Catalogue != "" {
		shared, err := l.load(s.Catalogue)
		if err != nil {
			return result, err
		}
		if s.CatalogueSubset != nil {
			shared = slices.DeleteFunc(slices.Clone(shared), func(t typeSpec) bool {
				return !slices.Contains(s.CatalogueSubset, t.Name)
			})
		}
		result.shared = shared
	}
	if len(s.InstanceTypes) == 0 || string(s.InstanceTypes) == "null" {
		return result, nil
	}
	if s.InstanceTypes[0] == '[' {
		result.shared = nil
		err := json.Unmarshal(s.InstanceTypes, &result.shared)
		settleQuantities(result.shared)
		return result, err
	}
	err := json.Unmarshal(s.InstanceTypes, &result.own)
	for _, types := range result.own {
		settleQuantities(types)
	}
	return result, err
}

func (l *catalogueLoader) load(name string) ([]typeSpec, error) {
	if types, ok := l.loaded[name]; ok {
		return types, nil
	}
	content, err := readMaybeCompressed(filepath.Join(l.folder, name+".json"))
	if errors.Is(err, fs.ErrNotExist) {
		content, err = readMaybeCompressed(filepath.Join(l.folder, name+".json.gz"))
	}
	if err != nil {
		return nil, fmt.Errorf("catalogue %s: %w", name, err)
	}
	var file struct {
		InstanceTypes []typeSpec `json:"instanceTypes"`
	}
	if err := json.Unmarshal(content, &file); err != nil {
		return nil, fmt.Errorf("catalogue %s: %w", name, err)
	}
	settleQuantities(file.InstanceTypes)
	l.loaded[name] = file.InstanceTypes
	return file.InstanceTypes, nil
}

// build makes Karpenter's objects afresh: it remembers allocatable resources in them and tells types apart by identity,
// so neither pools nor runs may share them.
func build(specs []typeSpec) []*cloudprovider.InstanceType {
	types := make([]*cloudprovider.InstanceType, len(specs))
	for i, spec := range specs {
		types[i] = &cloudprovider.InstanceType{
			Name:         spec.Name,
			Requirements: buildRequirements(spec.Requirements),
			Capacity:     spec.Capacity.DeepCopy(),
			Overhead:     spec.Overhead.build(),
		}
		for _, offering := range spec.Offerings {
			types[i].Offerings = append(types[i].Offerings, &cloudprovider.Offering{
				Requirements:        buildRequirements(offering.Requirements),
				Price:               offering.Price,
				Available:           offering.Available,
				ReservationCapacity: offering.ReservationCapacity,
				CapacityOverride:    offering.CapacityOverride.DeepCopy(),
				OverheadOverride:    offering.OverheadOverride.build(),
			})
		}
	}
	return types
}

func buildRequirements(specs []requirementSpec) scheduling.Requirements {
	requirements := scheduling.NewRequirements()
	for _, spec := range specs {
		requirements.Add(scheduling.NewRequirement(spec.Key, spec.Operator, slices.Clone(spec.Values)...))
	}
	return requirements
}

func (o *overheadSpec) build() *cloudprovider.InstanceTypeOverhead {
	if o == nil {
		return nil
	}
	return &cloudprovider.InstanceTypeOverhead{
		KubeReserved:      o.KubeReserved.DeepCopy(),
		SystemReserved:    o.SystemReserved.DeepCopy(),
		EvictionThreshold: o.EvictionThreshold.DeepCopy(),
	}
}

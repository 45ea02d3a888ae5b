package main

import (
	"encoding/json"
	"fmt"
	"time"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	storagev1 "k8s.io/api/storage/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/controller-runtime/pkg/client"

	v1 "sigs.k8s.io/karpenter/pkg/apis/v1"
)

// scenario is a scheduling problem as the corpus writes it, plus what prepare derives from it once for all runs.
type scenario struct {
	Name    string          `json:"name"`
	Options scenarioOptions `json:"options"`

	WellKnownLabels        []string          `json:"wellKnownLabels"`
	RestrictedLabelDomains []string          `json:"restrictedLabelDomains"`
	NormalizedLabels       map[string]string `json:"normalizedLabels"`
	ReservationIDLabel     string            `json:"reservationIDLabel"`

	NodePools       []*v1.NodePool  `json:"nodePools"`
	Catalogue       string          `json:"catalogue"`
	CatalogueSubset []string        `json:"catalogueSubset"`
	InstanceTypes   json.RawMessage `json:"instanceTypes"`

	Nodes          []*corev1.Node                  `json:"nodes"`
	NodeClaims     []*v1.NodeClaim                 `json:"nodeClaims"`
	BoundPods      []*corev1.Pod                   `json:"boundPods"`
	BoundPodGroups []podGroup                      `json:"boundPodGroups"`
	Pods           []*corev1.Pod                   `json:"pods"`
	PodGroups      []podGroup                      `json:"podGroups"`
	DaemonSets     []*appsv1.DaemonSet             `json:"daemonSets"`
	Namespaces     []*corev1.Namespace             `json:"namespaces"`
	PVCs           []*corev1.PersistentVolumeClaim `json:"pvcs"`
	PVs            []*corev1.PersistentVolume      `json:"pvs"`
	StorageClasses []*storagev1.StorageClass       `json:"storageClasses"`
	CSINodes       []*storagev1.CSINode            `json:"csiNodes"`

	types   poolTypes
	client  client.Client
	pools   []*v1.NodePool
	ignored map[string]string
}

type scenarioOptions struct {
	PreferencePolicy  string `json:"preferencePolicy"`
	MinValuesPolicy   string `json:"minValuesPolicy"`
	ReservedCapacity  *bool  `json:"reservedCapacity"`
	IgnoreDRARequests *bool  `json:"ignoreDRARequests"`
	MaxInstanceTypes  int    `json:"maxInstanceTypes"`
	SkipValidation    bool   `json:"skipValidation"`
}

// podGroup stands for Count copies of Template, with names, uids and creation times that count up.
type podGroup struct {
	Count               int          `json:"count"`
	NamePrefix          string       `json:"namePrefix"`
	UIDPrefix           string       `json:"uidPrefix"`
	Template            *corev1.Pod  `json:"template"`
	CreationTimestamp   *metav1.Time `json:"creationTimestamp"`
	CreationStepSeconds *int         `json:"creationStepSeconds"`
	Width               int          `json:"width"`
}

// parseScenario accepts a bare scenario, or a line of the corpus that wraps one.
func parseScenario(line []byte, loader *catalogueLoader) (*scenario, error) {
	var wrapper struct {
		Name     string          `json:"name"`
		Scenario json.RawMessage `json:"scenario"`
	}
	if err := json.Unmarshal(line, &wrapper); err != nil {
		return nil, err
	}
	if wrapper.Scenario != nil {
		line = wrapper.Scenario
	}
	s := &scenario{Name: wrapper.Name}
	if err := json.Unmarshal(line, s); err != nil {
		return s, err
	}
	if wrapper.Name != "" {
		s.Name = wrapper.Name
	}
	if ignore := s.Options.IgnoreDRARequests; ignore != nil && !*ignore {
		return s, fmt.Errorf("dynamic resource allocation is not supported")
	}
	s.BoundPods = append(s.BoundPods, expandGroups(s.BoundPodGroups)...)
	s.Pods = append(s.Pods, expandGroups(s.PodGroups)...)
	s.fillDefaults()
	types, err := loader.typesOf(s)
	s.types = types
	return s, err
}

func expandGroups(groups []podGroup) []*corev1.Pod {
	var pods []*corev1.Pod
	for _, group := range groups {
		width, step := 5, 1
		if group.Width != 0 {
			width = group.Width
		}
		if group.CreationStepSeconds != nil {
			step = *group.CreationStepSeconds
		}
		start := epoch()
		if group.CreationTimestamp != nil {
			start = *group.CreationTimestamp
		}
		for i := range group.Count {
			pod := group.Template.DeepCopy()
			pod.Name = fmt.Sprintf("%s%0*d", group.NamePrefix, width, i)
			pod.UID = types.UID(fmt.Sprintf("%s%0*d", group.UIDPrefix, width, i))
			pod.CreationTimestamp = metav1.NewTime(start.Add(time.Duration(i*step) * time.Second))
			pods = append(pods, pod)
		}
	}
	return pods
}

// epoch is the creation time of objects that have none. It is parsed like all other times: Karpenter's queue compares
// the whole struct, location included.
func epoch() metav1.Time {
	var t metav1.Time
	if err := t.UnmarshalJSON([]byte(`"2026-01-01T00:00:00Z"`)); err != nil {
		panic(err)
	}
	return t
}

func (s *scenario) fillDefaults() {
	for _, pool := range s.NodePools {
		fillMeta(&pool.ObjectMeta)
		pool.Namespace = ""
	}
	for _, node := range s.Nodes {
		fillMeta(&node.ObjectMeta)
		node.Namespace = ""
	}
	for _, nodeClaim := range s.NodeClaims {
		fillMeta(&nodeClaim.ObjectMeta)
		nodeClaim.Namespace = ""
	}
	for _, pod := range append(append([]*corev1.Pod{}, s.BoundPods...), s.Pods...) {
		fillMeta(&pod.ObjectMeta)
	}
	for _, daemonSet := range s.DaemonSets {
		fillMeta(&daemonSet.ObjectMeta)
	}
	for _, claim := range s.PVCs {
		fillMeta(&claim.ObjectMeta)
	}
	settleQuantities(s.NodePools, s.Nodes, s.NodeClaims, s.BoundPods, s.Pods, s.DaemonSets)
}

func fillMeta(meta *metav1.ObjectMeta) {
	if meta.Namespace == "" {
		meta.Namespace = "default"
	}
	if meta.Name == "" {
		meta.Name = string(meta.UID)
	}
	if meta.CreationTimestamp.IsZero() {
		meta.CreationTimestamp = epoch()
	}
}

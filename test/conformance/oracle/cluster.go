package main

import (
	"context"

	"github.com/awslabs/operatorpkg/status"
	corev1 "k8s.io/api/core/v1"
	storagev1 "k8s.io/api/storage/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes/scheme"
	"k8s.io/utils/clock"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/fake"

	v1 "sigs.k8s.io/karpenter/pkg/apis/v1"
	"sigs.k8s.io/karpenter/pkg/cloudprovider"
	"sigs.k8s.io/karpenter/pkg/controllers/state"
)

// newClient is the API server of the scenario. Runs share it: nothing in a run writes to it, and it hands out copies.
func (s *scenario) newClient() client.Client {
	objects := []client.Object{}
	if !hasNamespace(s.Namespaces, "default") {
		objects = append(objects, &corev1.Namespace{ObjectMeta: metav1.ObjectMeta{Name: "default"}})
	}
	objects = appendObjects(objects, s.Namespaces)
	objects = appendObjects(objects, s.Nodes)
	objects = appendObjects(objects, s.BoundPods)
	objects = appendObjects(objects, s.PVCs)
	objects = appendObjects(objects, s.PVs)
	objects = appendObjects(objects, s.StorageClasses)
	objects = appendObjects(objects, s.CSINodes)
	return clusterScoped{fake.NewClientBuilder().
		WithScheme(scheme.Scheme).
		WithObjects(objects...).
		WithIndex(&corev1.Pod{}, "spec.nodeName", func(o client.Object) []string {
			return []string{o.(*corev1.Pod).Spec.NodeName}
		}).
		Build()}
}

// appendObjects adds a finalizer to what is being deleted, because the fake client takes nothing else.
func appendObjects[T client.Object](objects []client.Object, added []T) []client.Object {
	for _, object := range added {
		kept := object.DeepCopyObject().(client.Object)
		if kept.GetDeletionTimestamp() != nil && len(kept.GetFinalizers()) == 0 {
			kept.SetFinalizers([]string{"poolwright.example/kept"})
		}
		objects = append(objects, kept)
	}
	return objects
}

func hasNamespace(namespaces []*corev1.Namespace, name string) bool {
	for _, namespace := range namespaces {
		if namespace.Name == name {
			return true
		}
	}
	return false
}

// clusterScoped drops the namespace from look-ups of objects that have none, as the real API server does. Karpenter
// looks up persistent volumes with the namespace of the pod, and the fake client would find nothing.
type clusterScoped struct{ client.Client }

func (c clusterScoped) Get(ctx context.Context, key client.ObjectKey, object client.Object, options ...client.GetOption) error {
	switch object.(type) {
	case *corev1.PersistentVolume, *corev1.Node, *storagev1.StorageClass, *storagev1.CSINode:
		key.Namespace = ""
	}
	return c.Client.Get(ctx, key, object, options...)
}

// newCluster is Karpenter's view of the cluster. Order matters: nodes join the NodeClaims that are already there, and
// pods count on nodes that are already there.
func (s *scenario) newCluster(ctx context.Context) (*state.Cluster, error) {
	cluster := state.NewCluster(clock.RealClock{}, s.client, provider{})
	for _, nodeClaim := range s.NodeClaims {
		cluster.UpdateNodeClaim(nodeClaim.DeepCopy())
	}
	for _, node := range s.Nodes {
		if err := cluster.UpdateNode(ctx, node.DeepCopy()); err != nil {
			return nil, err
		}
	}
	for _, pod := range s.BoundPods {
		// Karpenter does not track every node, such as one of its own without a provider ID; pods there are no error.
		if err := cluster.UpdatePod(ctx, pod.DeepCopy()); client.IgnoreNotFound(err) != nil {
			return nil, err
		}
	}
	for _, daemonSet := range s.DaemonSets {
		if err := cluster.UpdateDaemonSet(ctx, daemonSet.DeepCopy()); err != nil {
			return nil, err
		}
	}
	return cluster, nil
}

// provider satisfies the interface. The scheduler gets its instance types directly and calls none of this.
type provider struct{}

func (provider) Create(context.Context, *v1.NodeClaim) (*v1.NodeClaim, error) { return nil, nil }
func (provider) Delete(context.Context, *v1.NodeClaim) error                  { return nil }
func (provider) Get(context.Context, string) (*v1.NodeClaim, error)           { return nil, nil }
func (provider) List(context.Context) ([]*v1.NodeClaim, error)                { return nil, nil }
func (provider) RepairPolicies() []cloudprovider.RepairPolicy                 { return nil }
func (provider) Name() string                                                 { return "oracle" }
func (provider) GetSupportedNodeClasses() []status.Object                     { return nil }

func (provider) GetInstanceTypes(context.Context, *v1.NodePool) ([]*cloudprovider.InstanceType, error) {
	return nil, nil
}

func (provider) IsDrifted(context.Context, *v1.NodeClaim) (cloudprovider.DriftReason, error) {
	return "", nil
}

package main

import (
	"reflect"

	"k8s.io/apimachinery/pkg/api/resource"
)

var quantityType = reflect.TypeOf(resource.Quantity{})

// settleQuantities rewrites every quantity that the parser keeps as a big decimal (such as "1.5Gi") as the same amount
// in 64 bits. Karpenter subtracts big decimals in place, through copies that share them, so a run would otherwise
// change its own input and that of the next.
func settleQuantities(roots ...any) {
	for _, root := range roots {
		settleValue(reflect.ValueOf(root))
	}
}

func settleValue(v reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if !v.IsNil() {
			settleValue(v.Elem())
		}
	case reflect.Slice:
		for i := range v.Len() {
			settleValue(v.Index(i))
		}
	case reflect.Map:
		settleMap(v)
	case reflect.Struct:
		if v.Type() == quantityType {
			if v.CanSet() {
				v.Set(reflect.ValueOf(settled(v.Interface().(resource.Quantity))))
			}
			return
		}
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				settleValue(v.Field(i))
			}
		}
	}
}

// settleMap replaces quantities in the map itself, because values of a map cannot be changed in place.
func settleMap(m reflect.Value) {
	if m.Type().Elem() != quantityType {
		return
	}
	for _, key := range m.MapKeys() {
		m.SetMapIndex(key, reflect.ValueOf(settled(m.MapIndex(key).Interface().(resource.Quantity))))
	}
}

func settled(q resource.Quantity) resource.Quantity {
	decimal := q.AsDec()
	amount, fits := decimal.Unscaled()
	if !fits {
		return q
	}
	result := resource.NewScaledQuantity(amount, resource.Scale(-decimal.Scale()))
	result.Format = q.Format
	return *result
}

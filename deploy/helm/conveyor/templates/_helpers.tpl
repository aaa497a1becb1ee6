{{/* Names and labels. */}}
{{- define "conveyor.name" -}}
{{- default .Chart.Name .Values.nameOverride | trunc 40 | trimSuffix "-" }}
{{- end }}

{{- define "conveyor.fullname" -}}
{{- if .Values.fullnameOverride }}
{{- .Values.fullnameOverride | trunc 40 | trimSuffix "-" }}
{{- else if contains (include "conveyor.name" .) .Release.Name }}
{{- .Release.Name | trunc 40 | trimSuffix "-" }}
{{- else }}
{{- printf "%s-%s" .Release.Name (include "conveyor.name" .) | trunc 40 | trimSuffix "-" }}
{{- end }}
{{- end }}

{{/* Labels that never change, by which a selector finds the pods of a component. Argument: [root, component] */}}
{{- define "conveyor.selector" -}}
{{- $root := index . 0 -}}
app.kubernetes.io/name: {{ include "conveyor.name" $root }}
app.kubernetes.io/instance: {{ $root.Release.Name }}
app.kubernetes.io/component: {{ index . 1 }}
{{- end }}

{{- define "conveyor.labels" -}}
{{- $root := index . 0 -}}
helm.sh/chart: {{ printf "%s-%s" $root.Chart.Name $root.Chart.Version | replace "+" "_" }}
{{ include "conveyor.selector" . }}
app.kubernetes.io/version: {{ include "conveyor.version" $root | quote }}
app.kubernetes.io/managed-by: {{ $root.Release.Service }}
{{- end }}

{{/* Labels of pods: a new version of the chart alone changes no pod, and is no new build for the worker controller. */}}
{{- define "conveyor.podLabels" -}}
{{ include "conveyor.selector" . }}
app.kubernetes.io/version: {{ include "conveyor.version" (index . 0) | quote }}
{{- end }}

{{- define "conveyor.version" -}}
{{- $tag := default .Chart.AppVersion .Values.image.tag -}}
{{- regexReplaceAll "[^A-Za-z0-9_.-]" $tag "_" | trunc 63 | trimSuffix "-" }}
{{- end }}

{{- define "conveyor.image" -}}
{{- if .Values.image.digest -}}
{{ .Values.image.repository }}@{{ .Values.image.digest }}
{{- else -}}
{{ .Values.image.repository }}:{{ default .Chart.AppVersion .Values.image.tag }}
{{- end }}
{{- end }}

{{- define "conveyor.serviceAccount" -}}
{{- if .Values.serviceAccount.create }}
{{- default (include "conveyor.fullname" .) .Values.serviceAccount.name }}
{{- else }}
{{- default "default" .Values.serviceAccount.name }}
{{- end }}
{{- end }}

{{/* The name of the ConfigMap with the operators' file; empty where the bundled file is used. */}}
{{- define "conveyor.configMap" -}}
{{- if .Values.config.existingConfigMap }}
{{- .Values.config.existingConfigMap }}
{{- else if .Values.config.files }}
{{- printf "%s-config" (include "conveyor.fullname" .) }}
{{- end }}
{{- end }}

{{/* The workers by name, each with the defaults. JSON. */}}
{{- define "conveyor.workers" -}}
{{- $workers := dict }}
{{- if .Values.workerController.enabled }}
{{- $own := pick .Values.workerController "replicas" "resources" }}
{{- $_ := set $workers "all" (mergeOverwrite (deepCopy .Values.workerDefaults) (deepCopy $own) (dict "role" "" "outbound" true)) }}
{{- else }}
{{- range $name, $worker := .Values.workers }}
{{- if and $worker (ne (toString $worker.enabled) "false") }}
{{- $merged := mergeOverwrite (deepCopy $.Values.workerDefaults) (deepCopy $worker) }}
{{- if not (hasKey $merged "role") }}{{- fail (printf "workers.%s has no role" $name) }}{{- end }}
{{- if not (hasKey $merged "outbound") }}
{{- $_ := set $merged "outbound" (or (eq $merged.role "") (eq $merged.role "webhooks") (hasPrefix "carrier:" $merged.role)) }}
{{- end }}
{{- $_ := set $workers $name $merged }}
{{- end }}
{{- end }}
{{- end }}
{{- toJson $workers }}
{{- end }}

{{/* The task queue of a role, whose backlog counts. */}}
{{- define "conveyor.taskQueue" -}}
{{- if or (eq . "") (eq . "engine") -}}conveyor
{{- else if eq . "webhooks" -}}conveyor-webhooks
{{- else if eq . "bulk" -}}conveyor-bulk
{{- else -}}carrier/{{ trimPrefix "carrier:" . }}
{{- end }}
{{- end }}

{{- define "conveyor.hasTls" -}}
{{- if or .Values.temporal.tls .Values.temporal.apiKey.existingSecret .Values.temporal.clientCertificate.existingSecret }}true{{ end }}
{{- end }}

{{/* Parts of pods. */}}

{{- define "conveyor.podSecurity" -}}
{{- $own := dict "runAsNonRoot" true "runAsUser" 10001 "runAsGroup" 10001 "fsGroup" 10001 "seccompProfile" (dict "type" "RuntimeDefault") -}}
{{- toYaml (mergeOverwrite $own (deepCopy .Values.podSecurityContext)) }}
{{- end }}

{{- define "conveyor.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities:
  drop: [ALL]
{{- end }}

{{- define "conveyor.databaseEnv" -}}
- name: CONVEYOR_DATABASE_URL
  valueFrom:
    secretKeyRef:
      name: {{ required "database.existingSecret is the name of the secret with the address of PostgreSQL" .Values.database.existingSecret }}
      key: {{ .Values.database.key }}
{{- end }}

{{/* Temporal's own variables, and the codec of what it stores. With the worker controller, the controller sets the connection. */}}
{{- define "conveyor.temporalEnv" -}}
- name: TEMPORAL_ADDRESS
  value: {{ required "temporal.address is the address of the Temporal server, such as temporal-frontend:7233" .Values.temporal.address | quote }}
- name: TEMPORAL_NAMESPACE
  value: {{ .Values.temporal.namespace | quote }}
{{- if include "conveyor.hasTls" . }}
- name: TEMPORAL_TLS
  value: 'true'
{{- end }}
{{- with .Values.temporal.apiKey }}
{{- if .existingSecret }}
- name: TEMPORAL_API_KEY
  valueFrom:
    secretKeyRef: { name: {{ .existingSecret }}, key: {{ .key }} }
{{- end }}
{{- end }}
{{- with .Values.temporal.clientCertificate }}
{{- if .existingSecret }}
- name: TEMPORAL_TLS_CLIENT_CERT_PATH
  value: /etc/conveyor/temporal/tls.crt
- name: TEMPORAL_TLS_CLIENT_KEY_PATH
  value: /etc/conveyor/temporal/tls.key
{{- if .caCert }}
- name: TEMPORAL_TLS_SERVER_CA_CERT_PATH
  value: /etc/conveyor/temporal/ca.crt
{{- end }}
{{- end }}
{{- end }}
{{- end }}

{{- define "conveyor.codecEnv" -}}
{{- with .Values.payloadCodec }}
{{- if .module }}
- name: CONVEYOR_PAYLOAD_CODEC
  value: {{ .module | quote }}
{{- end }}
{{- if .existingSecret }}
- name: CONVEYOR_PAYLOAD_KEYS
  valueFrom:
    secretKeyRef: { name: {{ .existingSecret }}, key: {{ .key }} }
{{- end }}
{{- end }}
{{- end }}

{{- define "conveyor.configEnv" -}}
{{- if include "conveyor.configMap" . }}
- name: CONVEYOR_CONFIG
  value: /etc/conveyor/config/{{ .Values.config.main }}
{{- end }}
{{- if eq .Values.config.source "database" }}
- name: CONVEYOR_CONFIG_SOURCE
  value: database
{{- end }}
- name: LOG_LEVEL
  value: {{ .Values.logLevel | quote }}
{{- end }}

{{/* Argument: [root, own variables] */}}
{{- define "conveyor.extraEnv" -}}
{{- $root := index . 0 -}}
{{- with concat $root.Values.extraEnv (index . 1) }}
{{- toYaml . }}
{{- end }}
{{- end }}

{{- define "conveyor.mounts" -}}
- name: tmp
  mountPath: /tmp
{{- if include "conveyor.configMap" . }}
- name: config
  mountPath: /etc/conveyor/config
  readOnly: true
{{- end }}
{{- if .Values.temporal.clientCertificate.existingSecret }}
- name: temporal
  mountPath: /etc/conveyor/temporal
  readOnly: true
{{- end }}
{{- with .Values.extraVolumeMounts }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{- define "conveyor.volumes" -}}
- name: tmp
  emptyDir: { sizeLimit: 256Mi }
{{- with include "conveyor.configMap" . }}
- name: config
  configMap: { name: {{ . }} }
{{- end }}
{{- with .Values.temporal.clientCertificate.existingSecret }}
- name: temporal
  secret: { secretName: {{ . }}, defaultMode: 0440 }
{{- end }}
{{- with .Values.extraVolumes }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{/* Where the scheduler puts pods. Argument: [root, component, values with nodeSelector, tolerations and affinity] */}}
{{- define "conveyor.scheduling" -}}
{{- $root := index . 0 -}}
{{- $values := index . 2 -}}
terminationGracePeriodSeconds: {{ $root.Values.terminationGracePeriodSeconds }}
{{- with $root.Values.priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
{{- with $values.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with $values.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with $values.affinity }}
affinity:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- if $root.Values.topologySpread.enabled }}
topologySpreadConstraints:
  {{- range $key := list "kubernetes.io/hostname" "topology.kubernetes.io/zone" }}
  - maxSkew: 1
    topologyKey: {{ $key }}
    whenUnsatisfiable: ScheduleAnyway
    labelSelector:
      matchLabels:
        {{- include "conveyor.selector" (list $root (index $ 1)) | nindent 8 }}
  {{- end }}
{{- end }}
{{- end }}

{{/* The checksum of the operators' file restarts the pods when it changes. */}}
{{- define "conveyor.podAnnotations" -}}
{{- $root := index . 0 -}}
{{- $own := dict -}}
{{- if and $root.Values.config.files (not $root.Values.config.existingConfigMap) }}
{{- $own = dict "checksum/config" (toYaml $root.Values.config.files | sha256sum) }}
{{- end }}
{{- with merge (deepCopy (index . 1)) $own }}
annotations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{/* The pod of a worker. Argument: [root, name, worker] */}}
{{- define "conveyor.workerPod" -}}
{{- $root := index . 0 -}}
{{- $name := index . 1 -}}
{{- $worker := index . 2 -}}
{{- $component := printf "worker-%s" $name -}}
metadata:
  labels:
    {{- include "conveyor.podLabels" (list $root $component) | nindent 4 }}
    conveyor/worker: 'true'
    {{- with $worker.podLabels }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
  {{- with include "conveyor.podAnnotations" (list $root $worker.podAnnotations) }}
  {{- . | trim | nindent 2 }}
  {{- end }}
spec:
  serviceAccountName: {{ include "conveyor.serviceAccount" $root }}
  automountServiceAccountToken: false
  {{- with $root.Values.imagePullSecrets }}
  imagePullSecrets:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  securityContext:
    {{- include "conveyor.podSecurity" $root | nindent 4 }}
  {{- include "conveyor.scheduling" (list $root $component $worker) | nindent 2 }}
  containers:
    - name: worker
      image: {{ include "conveyor.image" $root }}
      imagePullPolicy: {{ $root.Values.image.pullPolicy }}
      args:
        - worker
        {{- with $worker.role }}
        - --role
        - {{ . | quote }}
        {{- end }}
      env:
        - name: CONVEYOR_URL
          value: http://{{ include "conveyor.fullname" $root }}:{{ $root.Values.service.port }}
        - name: CONVEYOR_API_KEY
          valueFrom:
            secretKeyRef:
              name: {{ required "keys.existingSecret is the name of the secret with the keys of the administrator and the engine" $root.Values.keys.existingSecret }}
              key: {{ $root.Values.keys.engineKey }}
        - name: CONVEYOR_WORKER_HEALTH
          value: 0.0.0.0:9465
        - name: CONVEYOR_WORKER_METRICS
          value: 0.0.0.0:9464
        {{- if not $root.Values.workerController.enabled }}
        {{- include "conveyor.temporalEnv" $root | nindent 8 }}
        {{- with $root.Values.deploymentName }}
        - name: CONVEYOR_DEPLOYMENT
          value: {{ . | quote }}
        {{- end }}
        {{- end }}
        {{- include "conveyor.configEnv" $root | trim | nindent 8 }}
        {{- with include "conveyor.codecEnv" $root }}
        {{- . | trim | nindent 8 }}
        {{- end }}
        {{- with include "conveyor.extraEnv" (list $root $worker.env) }}
        {{- . | trim | nindent 8 }}
        {{- end }}
      {{- with $root.Values.extraEnvFrom }}
      envFrom:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      ports:
        - { name: health, containerPort: 9465, protocol: TCP }
        - { name: metrics, containerPort: 9464, protocol: TCP }
      startupProbe:
        httpGet: { path: /healthz, port: health }
        periodSeconds: 2
        failureThreshold: 60
      livenessProbe:
        httpGet: { path: /healthz, port: health }
        periodSeconds: 10
        timeoutSeconds: 5
        failureThreshold: 3
      readinessProbe:
        httpGet: { path: /readyz, port: health }
        periodSeconds: 10
        timeoutSeconds: 5
      securityContext:
        {{- include "conveyor.containerSecurity" $root | nindent 8 }}
      resources:
        {{- toYaml $worker.resources | nindent 8 }}
      volumeMounts:
        {{- include "conveyor.mounts" $root | nindent 8 }}
  volumes:
    {{- include "conveyor.volumes" $root | nindent 4 }}
{{- end }}

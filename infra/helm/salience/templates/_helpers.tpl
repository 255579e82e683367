{{- define "salience.name" -}}{{ .Release.Name | trunc 40 | trimSuffix "-" }}{{- end }}

{{- define "salience.labels" -}}
app.kubernetes.io/name: salience
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end }}

{{- define "salience.selector" -}}
app.kubernetes.io/name: salience
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .app }}
{{- end }}

{{- define "salience.image" -}}
{{ .root.Values.image.prefix }}-{{ .program }}:{{ default .root.Chart.AppVersion .root.Values.image.tag }}
{{- end }}

{{- define "salience.podSecurity" -}}
automountServiceAccountToken: false
securityContext:
  runAsNonRoot: true
  runAsUser: 1000
  runAsGroup: 1000
  fsGroup: 1000
  seccompProfile: { type: RuntimeDefault }
{{- end }}

{{- define "salience.containerSecurity" -}}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
{{- end }}

{{- /* Whoever calls a language model. */ -}}
{{- define "salience.callsModels" -}}
{{- if has .app (list "digest" "memory-chunker" "episodic" "cognitive-drift" "routing-regulator") }}yes{{ end }}
{{- end }}

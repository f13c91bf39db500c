{{- /* Only functions of Go itself: what renders these in the tests is Go's own engine, without those that Helm adds. %q quotes as YAML does. */ -}}

{{- define "basalt.settings" }}
            - { name: BASALT_PUBLIC_URL, value: {{ printf "%q" .Values.publicUrl }} }
            - { name: BASALT_GATEWAY_URL, value: {{ printf "%q" .Values.gatewayUrl }} }
            {{- range $name, $value := .Values.settings }}
            - { name: {{ $name }}, value: {{ printf "%q" $value }} }
            {{- end }}
{{- end }}

{{- define "basalt.resources" }}
          {{- if . }}
          resources:
            {{- range $kind, $quantities := . }}
            {{ $kind }}:
              {{- range $name, $quantity := $quantities }}
              {{ $name }}: {{ printf "%q" $quantity }}
              {{- end }}
            {{- end }}
          {{- end }}
{{- end }}

{{- define "basalt.pullSecrets" }}
      {{- if .Values.image.pullSecrets }}
      imagePullSecrets:
        {{- range .Values.image.pullSecrets }}
        - name: {{ printf "%q" . }}
        {{- end }}
      {{- end }}
{{- end }}

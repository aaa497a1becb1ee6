const protocols = ['http/protobuf', 'http/json'] as const;

/** A protocol for sending spans to the collector. */
export type Protocol = (typeof protocols)[number];

type Variables = Readonly<Record<string, string | undefined>>;

/**
 * Reads OpenTelemetry's variables. An endpoint switches tracing on.
 * @returns the protocol of the spans; undefined where tracing is off
 * @throws where the protocol is not supported
 */
export function protocolOf(variables: Variables): Protocol | undefined {
  const { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT, OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_TRACES_EXPORTER } = variables;
  if (!OTEL_EXPORTER_OTLP_TRACES_ENDPOINT && !OTEL_EXPORTER_OTLP_ENDPOINT) return undefined;
  if (variables.OTEL_SDK_DISABLED?.trim().toLowerCase() === 'true') return undefined;
  if (OTEL_TRACES_EXPORTER?.trim().toLowerCase() === 'none') return undefined;
  const wanted = variables.OTEL_EXPORTER_OTLP_TRACES_PROTOCOL || variables.OTEL_EXPORTER_OTLP_PROTOCOL || protocols[0];
  const known = protocols.find((protocol) => protocol === wanted);
  if (known) return known;
  throw new Error(
    `Traces are sent as ${protocols.join(' or ')}, and OTEL_EXPORTER_OTLP_PROTOCOL asks for ${wanted}. ` +
      'Collectors take those on port 4318.',
  );
}

const protocols = ['http/protobuf', 'http/json'] as const;

/** How spans go to the collector. */
export type Protocol = (typeof protocols)[number];

type Variables = Readonly<Record<string, string | undefined>>;

/**
 * Whether traces are to be sent, and how, by OpenTelemetry's own variables: an endpoint switches them on.
 * @returns undefined where they are off
 * @throws where the protocol is none of ours
 */
export function wantedProtocol(variables: Variables): Protocol | undefined {
  const { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT, OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_TRACES_EXPORTER } = variables;
  if (!OTEL_EXPORTER_OTLP_TRACES_ENDPOINT && !OTEL_EXPORTER_OTLP_ENDPOINT) return undefined;
  if (variables.OTEL_SDK_DISABLED?.trim().toLowerCase() === 'true') return undefined;
  if (OTEL_TRACES_EXPORTER?.trim().toLowerCase() === 'none') return undefined;
  const asked = variables.OTEL_EXPORTER_OTLP_TRACES_PROTOCOL || variables.OTEL_EXPORTER_OTLP_PROTOCOL || protocols[0];
  const known = protocols.find((protocol) => protocol === asked);
  if (known) return known;
  throw new Error(
    `Traces are sent as ${protocols.join(' or ')}, and OTEL_EXPORTER_OTLP_PROTOCOL asks for ${asked}. ` +
      'Collectors take those on port 4318.',
  );
}

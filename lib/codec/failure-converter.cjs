'use strict';
const { DefaultFailureConverter } = require('@temporalio/common');

// The SDK's own, which moves the message and the stack of a failure into a payload, so that a payload codec encodes them. For
// activities and clients. Workflows have workflows/shared/failure-converter.ts in their bundle.
exports.failureConverter = new DefaultFailureConverter({ encodeCommonAttributes: true });

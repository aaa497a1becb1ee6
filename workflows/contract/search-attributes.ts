import { defineSearchAttributeKey, SearchAttributeType } from '@temporalio/common';

/** By what orders are found in Temporal's list. None is called Status: Temporal's own attribute is. */
export const searchAttributes = {
  OrderId: defineSearchAttributeKey('OrderId', SearchAttributeType.INT),
  CustomerId: defineSearchAttributeKey('CustomerId', SearchAttributeType.INT),
  BulkRun: defineSearchAttributeKey('BulkRun', SearchAttributeType.INT),
  /** `pick`, `pack`, `ship`, `pickup`, `done`. */
  Step: defineSearchAttributeKey('Step', SearchAttributeType.KEYWORD),
  Carrier: defineSearchAttributeKey('Carrier', SearchAttributeType.KEYWORD),
  RuleSet: defineSearchAttributeKey('RuleSet', SearchAttributeType.KEYWORD),
  /** While under way `working`, `waiting`, `booking`, `attention`, `held`; at the end what became of the order, or the autowork. */
  Outcome: defineSearchAttributeKey('Outcome', SearchAttributeType.KEYWORD),
  /**
   * Why it stands still, so that a list says it: in attention the code and the sentence (`carrier.refused: Parcel Post: carton
   * 2: …`), of a held order what it waits for, of an autowork why not all of it was done. Cut to 200 bytes.
   */
  Reason: defineSearchAttributeKey('Reason', SearchAttributeType.KEYWORD),
};

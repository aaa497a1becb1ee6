import { defineSearchAttributeKey, SearchAttributeType } from '@temporalio/common';
import type { SearchAttributeName } from './search-attribute-types.ts';

/**
 * Search attributes of Temporal's list of workflows. Their values are ids, names of the configuration and codes: no payload
 * codec encodes them. None is called Status, since Temporal has an attribute of that name.
 */
export const searchAttributes = {
  CustomerId: keyword('CustomerId'),
  /** The order of the event of a delivery, or of a carrier request. */
  OrderId: keyword('OrderId'),
  BulkRun: keyword('BulkRun'),
  /** `issue`, `pick`, `pack`, `ship`, `pickup`, `done`. */
  Step: keyword('Step'),
  Carrier: keyword('Carrier'),
  RuleSet: keyword('RuleSet'),
  /** `working`, `waiting`, `booking`, `attention` or `held`; at the end the outcome of the order, autowork or bulk run. */
  Outcome: keyword('Outcome'),
  /**
   * The code of the reason why a workflow makes no progress. In attention: the code of the refusal, such as `carrier.refused`. On hold:
   * `order.held`. Autowork: the code of the first task that was not done. The details have the sentence.
   */
  Reason: keyword('Reason'),
};

function keyword(name: SearchAttributeName) {
  return defineSearchAttributeKey(name, SearchAttributeType.KEYWORD);
}

/** What a document is made of: its content, and what is written beside it. */
export interface Made<Content> {
  readonly number: string;
  readonly site_id: number;
  readonly order_ids: readonly number[];
  readonly content: Content;
}

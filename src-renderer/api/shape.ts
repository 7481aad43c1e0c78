/** What a schema accepts and returns unchanged, as JSON. A number is the index of another shape in the list; null leaves the value to the schema. */
export type Shape =
  | { readonly is: 'boolean' | 'string' | 'number' | 'integer'; readonly checks?: readonly Check[] }
  | { readonly is: 'enum'; readonly of: readonly (string | number)[] }
  | { readonly is: 'nullable' | 'optional'; readonly of: number | null }
  | { readonly is: 'array'; readonly of: number | null; readonly checks?: readonly Check[] }
  /** Fields that are not listed are refused. */
  | { readonly is: 'object'; readonly fields: Readonly<Record<string, number>>; readonly optional?: readonly string[] }

/** Lengths apply to strings and arrays, bounds to numbers. */
export type Check =
  | { readonly minLength: number }
  | { readonly maxLength: number }
  | { readonly above: number; readonly orEqual: boolean }
  | { readonly below: number; readonly orEqual: boolean }
  | { readonly pattern: string; readonly flags: string }

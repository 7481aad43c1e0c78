/** A value that SQLite stores and better-sqlite3 accepts. */
export type SqlValue = number | bigint | string | Uint8Array | null

/** A statement and its parameters. No value ever becomes part of the text. */
export interface Query {
  readonly text: string
  readonly params: readonly SqlValue[]
}

/**
 * Builds a query. Every `${value}` is bound as a parameter, and a nested sql`…` is inserted with its parameters. Pass lists as one JSON text and
 * expand them with `json_each`.
 */
export function sql(strings: TemplateStringsArray, ...values: readonly (SqlValue | Query)[]): Query {
  let text = strings[0] ?? ''
  const params: SqlValue[] = []
  values.forEach((value, i) => {
    if (isQuery(value)) {
      text += value.text
      params.push(...value.params)
    } else {
      text += '?'
      params.push(value)
    }
    text += strings[i + 1] ?? ''
  })
  return { text, params }
}

/** Joins fragments, such as conditions with AND. */
export function joined(parts: readonly Query[], separator: ' AND ' | ' OR ' | ' UNION ' | ' UNION ALL '): Query {
  return { text: parts.map((part) => part.text).join(separator), params: parts.flatMap((part) => part.params) }
}

/** A LIMIT for "all". */
export const NO_LIMIT = Number.MAX_SAFE_INTEGER

/** The ids of a list, for IN. Both engines compare them as integers. */
export function idList(ids: readonly number[]): Query {
  return sql`(SELECT CAST(value AS INTEGER) FROM json_each(${JSON.stringify(ids)}))`
}

/** A table, column or index name. Only lower-case identifiers are accepted, which prevents injection. */
export function quoteIdentifier(identifier: string): Query {
  if (!/^[a-z][a-z0-9_]*$/.test(identifier)) throw new Error(`not a name of the store: ${identifier}`)
  return { text: identifier, params: [] }
}

function isQuery(value: SqlValue | Query): value is Query {
  return typeof value === 'object' && value !== null && 'text' in value
}

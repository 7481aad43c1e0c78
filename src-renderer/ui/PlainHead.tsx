/** A header text; `end` aligns the column to the right. */
type Head = string | { readonly end: string; readonly title?: string }

/** The header row of a plain table. */
export function PlainHead({ columns }: { columns: readonly Head[] }) {
  return (
    <thead>
      <tr>
        {columns.map((column, i) =>
          typeof column === 'string' ? (
            <th key={i} scope="col">
              {column}
            </th>
          ) : (
            <th key={i} scope="col" className="end" title={column.title}>
              {column.end}
            </th>
          ),
        )}
      </tr>
    </thead>
  )
}

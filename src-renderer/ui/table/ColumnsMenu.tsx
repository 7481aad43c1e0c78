import { toggleColumn, usePreferences } from '../../stores/preferences.ts'
import { Button } from '../Button.tsx'
import { Menu } from '../Menu.tsx'
import type { Column } from './column.ts'

/** Menu that shows or hides the columns of a table. The choice is stored. */
export function ColumnsMenu({ table, columns }: { table: string; columns: readonly Pick<Column<never>, 'id' | 'header' | 'isRequired'>[] }) {
  const hidden = usePreferences((state) => state.hiddenColumns[table])
  const items = columns
    .filter((column) => column.isRequired !== true)
    .map((column) => ({
      id: column.id,
      label: column.header,
      checked: hidden?.includes(column.id) !== true,
      staysOpen: true,
      onSelect: () => toggleColumn(table, column.id),
    }))
  return <Menu label="Columns" trigger={<Button kind="quiet" icon="columns" text="Columns" />} items={items} />
}

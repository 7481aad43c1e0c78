import type { FormEvent, ReactNode } from 'react'
import { HOLDER_FIELDS, type HolderField } from '../../../src-shared/domain/holder-list/columns.ts'
import { HOLDER_LIST_FORMAT } from '../../../src-shared/domain/holder-list/read-holder-list.ts'
import { isNetworkId, NETWORK_IDS, NETWORKS } from '../../../src-shared/networks.ts'
import { shortAddress } from '../../format/address.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { PlainHead } from '../../ui/PlainHead.tsx'
import styles from './HolderListDialog.module.css'
import { toListQuery, useHolderList, type ListChoices, type PreviewRow } from './use-holder-list.ts'
import { setWaitingLists, useImportFiles, useImports } from './use-imports.ts'

const FIELD_LABELS: Readonly<Record<HolderField, string>> = { address: 'Address', balance: 'Balance', percent: 'Percent of supply', name: 'Name' }

/** Asks which column of each picked holder list is what, and for which token. */
export function HolderListDialog() {
  const { lists } = useImports()
  const [file] = lists
  const next = (): void => setWaitingLists(lists.slice(1))
  if (file === undefined) return null
  return (
    <Dialog open onClose={next} label={`Import ${file.name}`} className={styles['dialog'] ?? ''}>
      <HolderListForm key={`${file.name} ${lists.length}`} file={file} onDone={next} />
    </Dialog>
  )
}

function HolderListForm({ file, onDone }: { readonly file: File; readonly onDone: () => void }) {
  const importFiles = useImportFiles()
  const list = useHolderList(file, useImports().network)
  if (list === null) return null
  const { table, choices, rows, change, problem } = list
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (problem !== null) return
    onDone()
    importFiles([file], toListQuery(choices))
  }
  return (
    <form className={styles['form']} onSubmit={submit}>
      <header className={styles['head']}>
        <h2>Import holders from {file.name}</h2>
        <p className="quiet">{HOLDER_LIST_FORMAT}</p>
      </header>
      <div className={styles['body']}>
        <div className={styles['fields']}>
          <Field label="Network">
            <select
              className="input"
              value={choices.network}
              onChange={({ target }) => isNetworkId(target.value) && change({ network: target.value })}
            >
              {NETWORK_IDS.map((id) => (
                <option key={id} value={id}>
                  {NETWORKS[id].name}
                </option>
              ))}
            </select>
          </Field>
          <TextField label="Token address" part="token" choices={choices} change={change} placeholder="The file does not name its token" first />
          {HOLDER_FIELDS.map((field) => (
            <Field key={field} label={FIELD_LABELS[field]}>
              <select
                className="input"
                value={choices.columns[field] ?? ''}
                onChange={({ target }) => {
                  const { [field]: _before, ...others } = choices.columns
                  change({ columns: target.value === '' ? others : { ...others, [field]: target.value } })
                }}
              >
                <option value="">None</option>
                {[...new Set(table.head)].map((column) => (
                  <option key={column} value={column}>
                    {column}
                  </option>
                ))}
              </select>
            </Field>
          ))}
          <TextField label="Decimals" part="decimals" choices={choices} change={change} placeholder="As stored, else as written" />
          <TextField label="Total supply" part="supply" choices={choices} change={change} placeholder="Needed without percents" />
        </div>
        <Preview rows={rows} />
      </div>
      <footer className={styles['foot']}>
        <span className="quiet" role="status">
          {problem ?? 'The service reads the whole file and names each refused row.'}
        </span>
        <Button kind="quiet" onClick={onDone}>
          Cancel
        </Button>
        <Button kind="primary" type="submit" disabled={problem !== null}>
          Import
        </Button>
      </footer>
    </form>
  )
}

function Field({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <label className={styles['field']}>
      <span>{label}</span>
      {children}
    </label>
  )
}

interface TextFieldProps {
  readonly label: string
  readonly part: 'token' | 'decimals' | 'supply'
  readonly choices: ListChoices
  readonly change: (part: Partial<ListChoices>) => void
  readonly placeholder: string
  readonly first?: true
}

function TextField({ label, part, choices, change, placeholder, first }: TextFieldProps) {
  return (
    <Field label={label}>
      <input
        className="input"
        value={choices[part]}
        placeholder={placeholder}
        maxLength={1000}
        autoFocus={first === true}
        onChange={({ target }) => change({ [part]: target.value })}
      />
    </Field>
  )
}

/** The first rows as they will be stored, and why others are refused. */
function Preview({ rows }: { readonly rows: readonly PreviewRow[] }) {
  if (rows.length === 0) return <p className="quiet">The file has no rows.</p>
  return (
    <div className="plain-table-scroll" tabIndex={0} role="group" aria-label="First rows of the file">
      <table className="plain-table plain-table-dense">
        <PlainHead columns={['Row', 'Address', 'Name', { end: 'Balance' }, { end: 'Percent' }]} />
        <tbody>
          {rows.map(({ number, read }) =>
            typeof read === 'string' ? (
              <tr key={number}>
                <th scope="row">{number}</th>
                <td colSpan={4} className={styles['refused']}>
                  Refused: {read}
                </td>
              </tr>
            ) : (
              <tr key={number}>
                <th scope="row">{number}</th>
                <td title={read.address}>{shortAddress(read.address)}</td>
                <td>{read.name ?? '–'}</td>
                <td className="num end">{read.balance}</td>
                <td className="num end">{read.percent ?? '–'}</td>
              </tr>
            ),
          )}
        </tbody>
      </table>
    </div>
  )
}

import type { CaseRecord } from '../../../src-shared/contract/records/cases.ts'
import { TAG_COLUMNS } from '../../../src-shared/domain/cases/claims.ts'
import { tagPackText } from '../../../src-shared/domain/cases/tag-pack.ts'
import { caseName, useImportTags } from '../../api/use-case.ts'
import { toCsv } from '../../../src-shared/domain/csv.ts'
import { Button } from '../../ui/Button.tsx'
import { InlineError } from '../../ui/Failure.tsx'
import { FileButton } from '../../ui/FileButton.tsx'
import { saveText } from '../../ui/save-file.ts'
import { caseFileName } from './case-file-name.ts'
import { EntityLine, TagLine } from './ClaimLine.tsx'
import { Section } from '../../ui/Section.tsx'
import { useFirstRows } from '../../ui/use-first-rows.tsx'
import styles from './Cases.module.css'

/** Longer lists are expanded on request. */
const FIRST = 100

/** Tags and entities of the case. They are created on selected wallets, or read from a file. */
export function CaseClaims({ record }: { readonly record: CaseRecord }) {
  const { tags, entities } = record
  const { shown, more } = useFirstRows(tags, FIRST, `Show all ${tags.length} tags`)
  const load = useImportTags()
  const fileName = `${caseFileName(record)} tags`
  const saveCsv = (): void => {
    const rows = tags.map((tag) => TAG_COLUMNS.map((column) => tag[column]))
    void saveText(`${fileName}.csv`, toCsv(TAG_COLUMNS, rows), 'text/csv')
  }
  const saveTagPack = (): void => void saveText(`${fileName}.yaml`, tagPackText(caseName(record), tags), 'application/yaml')
  return (
    <Section id="case-claims" title="Tags and owners">
      {tags.length + entities.length === 0 ? (
        <p className="quiet">None yet. Select one or several wallets in a graph or table, and tag or join them in the inspector.</p>
      ) : null}
      <ul>
        {entities.map((entity) => (
          <EntityLine key={entity.id} entity={entity} />
        ))}
        {shown.map((tag) => (
          <TagLine key={`${tag.network} ${tag.address} ${tag.name}`} tag={tag} />
        ))}
      </ul>
      {more}
      <div className={styles['actions']}>
        <FileButton
          label="CSV file or TagPack with tags"
          accept=".csv,.yaml,.yml,text/csv,application/yaml"
          disabled={load.isPending}
          onFiles={(files) => files.slice(0, 1).forEach((file) => load.mutate(file))}
        >
          Add tags from a file
        </FileButton>
        <Button icon="download" disabled={tags.length === 0} text="Save tags as CSV" onClick={saveCsv} />
        <Button icon="download" disabled={tags.length === 0} text="Save as TagPack" onClick={saveTagPack} />
      </div>
      <div className={styles['refusal']}>
        <InlineError error={load.error} />
      </div>
    </Section>
  )
}

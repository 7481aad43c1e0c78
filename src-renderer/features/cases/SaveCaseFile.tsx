import type { CaseRecord } from '../../../src-shared/contract/records/cases.ts'
import { readCaseFile } from '../../api/case-file.ts'
import { useCall } from '../../api/use-call.ts'
import { Button } from '../../ui/Button.tsx'
import { saveBytes } from '../../ui/save-file.ts'
import { showToast } from '../../ui/Toast.tsx'
import { caseFileName } from './case-file-name.ts'

/** Saves the case with all facts of its tokens as one sealed file, and its report. */
export function SaveCaseFile({ record }: { readonly record: CaseRecord }) {
  const save = useCall(({ client }) => readCaseFile(client, 'caseFile', record.id), {
    onSuccess: (bytes) => saveBytes(`${caseFileName(record)}.holderscope`, bytes, 'application/vnd.sqlite3'),
    onError: () => showToast('Could not write the case file. Try again.', 'critical'),
  })
  const report = useCall(({ client }) => readCaseFile(client, 'caseReport', record.id), {
    onSuccess: (bytes) => saveBytes(`${caseFileName(record)}.html`, bytes, 'text/html'),
    onError: () => showToast('Could not write the report. Try again.', 'critical'),
  })
  return (
    <>
      <Button icon="download" disabled={save.isPending} text={save.isPending ? 'Writing…' : 'Save as file'} onClick={() => save.mutate()} />
      <Button
        icon="download"
        disabled={report.isPending}
        title="The findings with their evidence, as one page to read or print"
        text="Report"
        onClick={() => report.mutate()}
      />
    </>
  )
}

import { z } from 'zod'
import type { Client } from '../../src-client/client.ts'
import { caseNote, newNoteText, noteTarget } from '../../src-shared/contract/records/cases.ts'
import type { Computed, PartAnswer } from './part-answer.ts'

/** The tool that writes a note into a case. A change names the revision that it is made on, so the case is read first. */

const takes = z.object({
  case_id: z.string().max(64).optional().meta({ description: 'By default the case that was changed last; a new one where there is none' }),
  target: noteTarget.optional().meta({ description: 'What the note is about; by default the case' }),
  text: newNoteText,
})

const returns = z.object({ note: caseNote.extend({ case_id: z.string(), case_name: z.string().nullable() }) })

async function read(client: Client, values: Readonly<Record<string, unknown>>): Promise<PartAnswer[]> {
  const { case_id, target = { kind: 'case' }, text } = takes.parse(values)
  const { id, revision } = await openCase(client, case_id)
  const answer = await client.call('changeCase', { params: { id }, body: { revision, command: { op: 'add_note', target, text } } })
  const note = answer.value.notes.at(-1)
  if (note === undefined) throw new Error('a case has the note that was added to it')
  return [{ name: 'note', answer: { ...answer, value: { ...note, case_id: id, case_name: answer.value.name } } }]
}

async function openCase(client: Client, id: string | undefined) {
  if (id !== undefined) return (await client.call('openCase', { params: { id } })).value
  const [newest] = (await client.call('cases', {})).value.cases
  return newest ?? (await client.call('createCase', { body: { name: null } })).value
}

export const addNote: Computed = { takes, returns, read }

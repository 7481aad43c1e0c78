import { z } from 'zod'
import * as records from '../records/index.ts'
import { inUrl } from './in-url.ts'
import { route } from './route.ts'

const params = z.object({ id: z.string().max(64) })
/** A few thousand tags, or a note of the longest text in UTF-8. */
const BODY_LIMIT = 2 * 1024 * 1024
/** As of an imported file. */
const FILE_LIMIT = 256 * 1024 * 1024

/** Cases: tokens, wallets, notes and claims of an investigation, and its history. */
export const casesRoutes = {
  cases: route({
    method: 'GET',
    path: '/local/v1/cases',
    tag: 'Local',
    access: 'read',
    summary: 'Cases, the last changed first',
    returns: records.caseList,
  }),
  createCase: route({
    method: 'POST',
    path: '/local/v1/cases',
    tag: 'Local',
    access: 'manage',
    summary: 'Start a case, with or without a name',
    body: records.createCaseBody,
    bodyLimit: BODY_LIMIT,
    returns: records.caseRecord,
    errors: ['too_large', 'unsupported_media_type'],
  }),
  setPublicCase: route({
    method: 'PUT',
    path: '/local/v1/public-case',
    tag: 'Local',
    access: 'manage',
    summary: 'Let the tags and entities of one case count in public records and streams, or of none',
    body: records.publicCase,
    bodyLimit: 1024,
    returns: records.publicCase,
    errors: ['not_found', 'too_large', 'unsupported_media_type'],
  }),
  openCase: route({
    method: 'GET',
    path: '/local/v1/cases/{id}',
    tag: 'Local',
    access: 'read',
    summary: 'A case with its tokens, wallets, notes, findings, tags and entities',
    params,
    returns: records.caseRecord,
    errors: ['not_found'],
  }),
  changeCase: route({
    method: 'POST',
    path: '/local/v1/cases/{id}/changes',
    tag: 'Local',
    access: 'manage',
    summary: 'Change a case: its name, its tokens and wallets, a note, a finding, tags or an entity',
    params,
    body: records.changeCaseBody,
    bodyLimit: BODY_LIMIT,
    returns: records.caseRecord,
    errors: ['not_found', 'snapshot_not_found', 'conflict', 'too_large', 'unsupported_media_type'],
  }),
  moveCase: route({
    method: 'POST',
    path: '/local/v1/cases/{id}/move',
    tag: 'Local',
    access: 'manage',
    summary: 'Undo, redo, or go to a step of the history of a case',
    params,
    body: records.moveCaseBody,
    bodyLimit: BODY_LIMIT,
    returns: records.caseRecord,
    errors: ['not_found', 'conflict', 'too_large', 'unsupported_media_type'],
  }),
  caseFile: route({
    method: 'GET',
    path: '/local/v1/cases/{id}/file',
    tag: 'Local',
    access: 'manage',
    summary: 'The case with all facts of its tokens as one sealed file',
    params,
    returns: null,
    produces: ['application/vnd.sqlite3'],
    errors: ['not_found'],
  }),
  checkCaseFile: route({
    method: 'POST',
    path: '/local/v1/case-files/check',
    tag: 'Local',
    access: 'manage',
    summary: 'Check a case file and read its case, without storing it',
    body: z.unknown(),
    bodyLimit: FILE_LIMIT,
    returns: records.caseFileReport,
    errors: ['too_large', 'unsupported_media_type'],
  }),
  importCaseFile: route({
    method: 'POST',
    path: '/local/v1/case-files',
    tag: 'Local',
    access: 'manage',
    summary: 'Continue the case of a file as an own one. Stored facts are not replaced',
    body: z.unknown(),
    bodyLimit: FILE_LIMIT,
    returns: records.importedCase,
    errors: ['too_large', 'unsupported_media_type'],
  }),
  caseHistory: route({
    method: 'GET',
    path: '/local/v1/cases/{id}/history',
    tag: 'Local',
    access: 'read',
    summary: 'The steps of a case, newest first, abandoned ones included',
    params,
    query: z.object({
      before: inUrl(z.int().nonnegative()).optional().meta({ description: 'Only steps below this one' }),
      limit: inUrl(z.int().min(1).max(1000)).optional().meta({ description: 'Default 200' }),
    }),
    returns: records.caseHistory,
    errors: ['not_found'],
  }),
} as const

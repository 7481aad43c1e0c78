import { z } from 'zod'
import * as records from '../records/index.ts'
import { inUrl } from './in-url.ts'
import { localRoute } from './route.ts'

const params = z.object({ id: z.string().max(64) })

/** Watch rules and their alerts. Rules contain webhook addresses and secrets, so reading them takes the manage permission. */
export const watchRoutes = {
  watchRules: localRoute({
    method: 'GET',
    path: '/local/v1/watch/rules',
    access: 'manage',
    summary: 'Watch rules, newest first',
    returns: records.watchRules,
  }),
  createWatchRule: localRoute({
    method: 'POST',
    path: '/local/v1/watch/rules',
    access: 'manage',
    summary: 'Create a watch rule',
    body: records.watchRuleBody,
    success: 201,
    returns: records.watchRule,
    errors: ['not_found'],
  }),
  changeWatchRule: localRoute({
    method: 'PUT',
    path: '/local/v1/watch/rules/{id}',
    access: 'manage',
    summary: 'Replace a watch rule. Its secret stays',
    params,
    body: records.watchRuleBody,
    returns: records.watchRule,
    errors: ['not_found'],
  }),
  deleteWatchRule: localRoute({
    method: 'DELETE',
    path: '/local/v1/watch/rules/{id}',
    access: 'manage',
    summary: 'Delete a watch rule. Its alerts stay, and pending deliveries are dropped',
    params,
    returns: records.watchRule,
    errors: ['not_found'],
  }),
  testWatchRule: localRoute({
    method: 'POST',
    path: '/local/v1/watch/test',
    access: 'manage',
    summary: 'What a rule would have reported in the last 30 days of stored history. Nothing is stored or sent',
    body: records.watchRuleBody,
    returns: records.watchTrial,
    errors: ['not_found'],
  }),
  watchAlerts: localRoute({
    method: 'GET',
    path: '/local/v1/watch/alerts',
    access: 'read',
    summary: 'Alerts of the watch rules, newest first',
    query: z.object({
      unread: z.enum(['true']).optional().meta({ description: 'Only unread alerts' }),
      before: inUrl(z.int().positive()).optional().meta({ description: 'Only alerts with a lower number' }),
      limit: inUrl(z.int().min(1).max(500)).optional().meta({ description: 'Default 100' }),
    }),
    returns: records.watchAlerts,
  }),
  readWatchAlerts: localRoute({
    method: 'POST',
    path: '/local/v1/watch/alerts/read',
    access: 'manage',
    summary: 'Mark alerts as read',
    body: records.readAlertsBody,
    returns: records.watchAlerts,
  }),
} as const

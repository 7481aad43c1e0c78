import { z } from 'zod'

/** The CSP forbids eval, so zod must not probe for it. Modules that load schemas import this one first. */
z.config({ jitless: true })

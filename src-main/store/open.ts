import { openReading, openWriter, type OpenedReader, type OpenedWriter } from './connection/database.ts'
import type { StorePlace } from './place.ts'

/** Opens the one connection that writes, and creates what is missing. @throws UserFault */
export const openWritingAt = (place: StorePlace): OpenedWriter => openWriter(place.file)

/** Opens what a writer has created. @throws UserFault */
export const openReadingAt = (place: StorePlace): OpenedReader => openReading(place.file)

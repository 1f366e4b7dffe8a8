import type { Device, User } from '../auth.ts'
import { at, id } from './ids.ts'

export const ana: User = {
  id: id.ana,
  name: 'Ana',
  email: 'ana@example.com',
  base_currency_id: 'EUR',
  default_book_id: id.ana,
  is_operator: true,
  email_confirmed_at: at,
  pending_email: null,
  language: 'de',
  needs_confirmation: false,
  version: 1,
  created_at: at,
  updated_at: at,
}

export const phone: Device = {
  abilities: null,
  book_id: null,
  last_address: '84.115.20.7',
  id: id.phone,
  device_name: "Ana's phone",
  is_current: true,
  created_at: at,
  last_used_at: at,
  expires_at: '2026-08-18T08:15:00.000Z',
}

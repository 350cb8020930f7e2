/** Passkeys: what the browser keeps instead of a password. */

import type { AskPasskey } from "../protocol.gen";
import * as api from "./api";

type Json = Record<string, unknown>;

/** Not every browser reads and writes them as JSON yet. */
export const hasPasskeys = () =>
  "PublicKeyCredential" in window && "parseCreationOptionsFromJSON" in PublicKeyCredential;

/** The person said no, or the device has none: not a fault of anybody. */
export const wasCancelled = (error: unknown) =>
  error instanceof DOMException && (error.name === "NotAllowedError" || error.name === "AbortError");

export async function createPasskey(whose: AskPasskey): Promise<Json> {
  const { options } = await api.passkeyOptions(whose);
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options as never);
  return asJson(await navigator.credentials.create({ publicKey }));
}

export async function usePasskey(): Promise<Json> {
  const { options } = await api.passkeySignInOptions();
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options as never);
  return asJson(await navigator.credentials.get({ publicKey }));
}

const asJson = (credential: Credential | null) => (credential as PublicKeyCredential).toJSON() as unknown as Json;

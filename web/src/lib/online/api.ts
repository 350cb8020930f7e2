/** What can be asked about people: accounts, lobby, ratings, tournaments, manners. Types come from the server. */

import { ask } from "../net";
import type * as wire from "../protocol.gen";

const at = (name: string) => encodeURIComponent(name);
const remove = <T>(path: string) => ask<T>(path, undefined, { verb: "DELETE" });
const query = (values: Record<string, string | number | undefined>) => {
  const given = Object.entries(values).filter(([, value]) => value !== undefined && value !== "");
  return given.length ? `?${new URLSearchParams(given.map(([k, v]) => [k, String(v)]))}` : "";
};

// Accounts
export const me = () => ask<wire.Me>("/me");
export const myAccount = () => ask<wire.AccountView>("/account");
export const signUp = (body: wire.SignUp) => ask<wire.AccountView>("/account", body);
export const signIn = (body: wire.SignIn) => ask<wire.AccountView>("/sign-in", body);
export const signOut = () => ask<wire.Accepted>("/sign-out", {});
export const askLink = (body: wire.AskLink) => ask<wire.Accepted>("/sign-in/link", body);
export const openLink = (token: string) => ask<wire.AccountView>("/sign-in/link/open", { token });
export const passkeySignInOptions = () => ask<wire.PasskeyOptions>("/sign-in/passkey/options", {});
export const passkeySignIn = (body: wire.SignInByPasskey) => ask<wire.AccountView>("/sign-in/passkey", body);
export const passkeyOptions = (body: wire.AskPasskey) => ask<wire.PasskeyOptions>("/account/passkeys/options", body);
export const addPasskey = (body: wire.NewPasskey) => ask<wire.AccountView>("/account/passkeys", body);
export const removePasskey = (passkey: string) => remove<wire.AccountView>(`/account/passkeys/${at(passkey)}`);
export const rename = (name: string) => ask<wire.AccountView>("/account/name", { name });
export const changePassword = (body: wire.NewPassword) => ask<wire.AccountView>("/account/password", body);
export const changeMail = (body: wire.NewMail) => ask<wire.Accepted>("/account/mail", body);
export const proveMail = (token: string) => ask<wire.AccountView>("/account/mail/proof", { token });
export const sessions = () => ask<wire.SessionList>("/account/sessions");
export const endSession = (session: string) => remove<wire.SessionList>(`/account/sessions/${at(session)}`);
export const endOtherSessions = () => remove<wire.SessionList>("/account/sessions");
export const deleteAccount = (body: wire.CloseAccount) => ask<wire.Accepted>("/account/delete", body);
export const forgetGuest = () => ask<wire.Accepted>("/me/forget", {});
export const exportPath = "/api/account/export";

// Programs
export const tokens = () => ask<wire.TokenList>("/tokens");
export const makeToken = (name: string) => ask<wire.TokenMade>("/tokens", { name });
export const removeToken = (id: string) => remove<wire.TokenList>(`/tokens/${at(id)}`);

// Notices
export const notices = () => ask<wire.NoticesView>("/notices");
export const chooseNotices = (body: wire.NoticeChoices) => ask<wire.NoticesView>("/notices", body, { verb: "PUT" });
export const addBrowser = (body: wire.NewBrowser) => ask<wire.NoticesView>("/notices/browsers", body);
export const forgetBrowser = (endpoint: string) => ask<wire.NoticesView>("/notices/browsers/forget", { endpoint });

// Invitations
export const declineInvitation = (id: string) => ask<wire.Invitations>(`/invitations/${at(id)}/decline`, {});

// Ratings
export const leaderboard = (variant: string, speed: string) =>
  ask<wire.Leaderboard>(`/leaderboards/${at(variant)}/${at(speed)}`);
export const player = (name: string) => ask<wire.PlayerView>(`/players/${at(name)}`);
export const curve = (name: string, variant: string, speed: string) =>
  ask<wire.Curve>(`/players/${at(name)}/curve${query({ variant, speed })}`);
export const playedGames = (name: string, before?: number) =>
  ask<wire.PlayedGames>(`/players/${at(name)}/games${query({ before })}`);
export const gameRatings = (game: string, key: string) =>
  ask<wire.GameRatings>(`/games/${at(game)}/ratings`, undefined, { key });

// Tournaments
export const tournaments = () => ask<wire.TournamentList>("/tournaments");
export const tournament = (id: string) => ask<wire.TournamentView>(`/tournaments/${at(id)}`);
export const makeTournament = (body: wire.NewTournament) => ask<wire.TournamentView>("/tournaments", body);
export const tournamentAct = (id: string, act: "enter" | "leave" | "start" | "cancel", body: object = {}) =>
  ask<wire.TournamentView>(`/tournaments/${at(id)}/${act}`, body);

// Manners
export const chatHistory = (game: string, key: string) =>
  ask<wire.ChatHistory>(`/games/${at(game)}/chat`, undefined, { key });
export const manners = () => ask<wire.MyManners>("/manners");
export const acknowledge = (id: number) => ask<wire.MyManners>("/manners/acknowledge", { id });
export const block = (body: wire.NewBlock, key = "") => ask<wire.MyManners>("/blocks", body, { key });
export const unblock = (id: number) => remove<wire.MyManners>(`/blocks/${id}`);
export const report = (body: wire.NewReport, key = "") => ask<unknown>("/reports", body, { key });

// For moderators
export const reports = (state: string) => ask<wire.ReportView[]>(`/moderation/reports${query({ state })}`);
export const closeReport = (id: number, body: wire.CloseReport) => ask<unknown>(`/moderation/reports/${id}`, body);
export const personFile = (person: string) => ask<wire.PersonFile>(`/moderation/people/${at(person)}`);
export const personByName = (account: string) => ask<wire.PersonFile>(`/moderation/people${query({ account })}`);
export const moderate = (body: wire.NewAction) => ask<wire.PersonFile>("/moderation/actions", body);
export const moderationLog = () => ask<wire.ActionView[]>("/moderation/log");
export const flags = (state: string) => ask<wire.FlagView[]>(`/moderation/flags${query({ state })}`);
export const judgeFlag = (id: number, body: wire.JudgeFlag) => ask<unknown>(`/moderation/flags/${id}`, body);

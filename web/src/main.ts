import { mount } from "svelte";
import "./style/base.css";
import "./style/board.css";
import "./style/desk.css";
import "./style/form.css";
import App from "./App.svelte";

const app = document.getElementById("app")!;
app.replaceChildren(); // what stood there until now
mount(App, { target: app });

// Only secure pages (https, or this machine) may install a worker.
if (import.meta.env.PROD && "serviceWorker" in navigator) void navigator.serviceWorker.register("/sw.js");

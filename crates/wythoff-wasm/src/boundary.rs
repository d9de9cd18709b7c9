//! The boundary to the page: bytes go in and out by their place in memory, which no safe function can take. Everything else is
//! safe code, so `unsafe` is allowed in this file alone.

#![allow(unsafe_code)] // A C interface is made of addresses.

/// How far it is goes to the page.
#[cfg(target_arch = "wasm32")]
fn progress(told: &[u8]) {
    #[link(wasm_import_module = "wythoff")]
    unsafe extern "C" {
        #[link_name = "progress"]
        fn listen(pointer: *const u8, length: usize);
    }
    // SAFETY: the page reads that many bytes while it is called, and keeps nothing.
    unsafe { listen(told.as_ptr(), told.len()) }
}

#[cfg(not(target_arch = "wasm32"))]
fn progress(_: &[u8]) {}

/// Room for a request of so many bytes.
#[unsafe(no_mangle)]
pub extern "C" fn alloc(length: usize) -> *mut u8 {
    Box::into_raw(vec![0_u8; length].into_boxed_slice()).cast()
}

/// Answers the request that was written into such room, and takes the room back.
///
/// # Safety
/// The pointer and the length are those of one call of [`alloc`], and are not used again.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn request(pointer: *mut u8, length: usize) -> *mut u8 {
    let room = std::ptr::slice_from_raw_parts_mut(pointer, length);
    // SAFETY: it was made by `alloc` from a boxed slice of this length.
    let bytes = unsafe { Box::from_raw(room) };
    let reply = crate::framed(&crate::answer(&bytes, progress));
    Box::into_raw(reply.into_boxed_slice()).cast()
}

/// Gives back a reply.
///
/// # Safety
/// The pointer came from [`request`], and is not used again.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn release(pointer: *mut u8) {
    let size = |at: usize| {
        let mut bytes = [0_u8; 4];
        // SAFETY: a reply begins with three numbers of four bytes each.
        bytes.copy_from_slice(unsafe { std::slice::from_raw_parts(pointer.add(at), 4) });
        u32::from_le_bytes(bytes) as usize
    };
    let length = 12 + size(4) + size(8);
    // SAFETY: it was made by `request` from a boxed slice of this length.
    drop(unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(pointer, length)) });
}
